import { emailMayJoin, joinDomainsWords } from '#contract/accounts/join-domains.ts'
import { refuse } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'

/** Refuses (422, at the field) an email of a domain that may not join. Members keep the email they have. */
export function requireJoiningEmail({ joinDomains }: Pick<Site, 'joinDomains'>, email: string): void {
  if (emailMayJoin(joinDomains, email)) return
  const message = joinDomainsWords(joinDomains)
  refuse('invalid_input', message, [{ field: 'email', message }])
}
