import { DAY_MS } from '#contract/duration.ts'
import { ANSWER_DAYS, type DecisionAbout } from '#contract/reports/answers.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import type { Refuses } from '#contract/problems.ts'
import { findAccountById } from '#server/accounts/accounts.public.ts'
import { readSignedToken, signedToken } from '#server/accounts/signed-token.ts'
import type { Services } from '#server/services.ts'
import { findCase, setAnswer, type CaseRow } from './reports.sql.ts'

const PURPOSE = 'answer a decision'

/** Token of the link to the page for answering a decision: signed, since a suspended account can't sign in. */
export const answerTokenOf = (
  { addressSecret }: Services['shop'],
  link: { caseId: string; accountId: string },
): string => signedToken(addressSecret, PURPOSE, [link.caseId, link.accountId])

type LinkServices = Pick<Services, 'db' | 'clock' | 'shop'> & Refuses<'not_found'>

/** Finds the decision of a link. Refuses forged and expired links, and closed accounts. */
async function decidedBy(services: LinkServices, token: string): Promise<CaseRow & { until: Date }> {
  const { db, clock, shop } = services
  const [caseId = '', accountId = ''] = readSignedToken(shop.addressSecret, PURPOSE, token) ?? []
  if (!ID_PATTERN.test(caseId) || !ID_PATTERN.test(accountId))
    return services.refuse('not_found', 'This link doesn’t work. Please copy all of it from the email.')
  const [found, account] = [await findCase(db, caseId), await findAccountById(db, accountId)]
  const until = new Date((found?.decidedAt?.getTime() ?? 0) + ANSWER_DAYS * DAY_MS)
  if (!found?.decision || found.aboutId !== accountId || !account || account.closedAt || until <= clock.now())
    return services.refuse(
      'not_found',
      `This link has expired. Links work for ${ANSWER_DAYS} days; you can still write to the club.`,
    )
  return { ...found, until }
}

/** Returns the decision and its answer, if any; read-only. Refuses as above. */
export async function lookAtDecision(services: LinkServices, token: string): Promise<DecisionAbout> {
  const { kind, evidence, decision, note, answer, until } = await decidedBy(services, token)
  return {
    kind,
    title: evidence.title ?? '',
    decision: decision!,
    note: note ?? '',
    until,
    answer,
  }
}

/**
 * Stores the person's answer to a decision, once, by the email's link without sign-in. Refuses as above, and a second
 * answer.
 */
export async function answerDecision(
  services: Pick<Services, 'db' | 'clock' | 'shop'> & Refuses<'not_found' | 'case_changed'>,
  token: string,
  words: string,
): Promise<void> {
  const { id, aboutId } = await decidedBy(services, token)
  await answerCase(services, { id: aboutId }, id, words)
}

/** Stores the answer. Refuses a case that is open, answered, or about another person. */
export async function answerCase(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'case_changed'>,
  account: { id: string },
  caseId: string,
  words: string,
): Promise<void> {
  if (!(await setAnswer(services.db, caseId, account.id, words, services.clock.now())))
    services.refuse('case_changed', 'You have answered already. Each decision can be answered once.')
}
