/** 'Bücher.example' → 'xn--bcher-kva.example'; null for what is no name of a host. */
function toAscii(domain: string): string | null {
  const { hostname } = URL.parse(`http://${domain}`) ?? {}
  return hostname === undefined || /[/?#@:\\]/.test(domain) ? null : hostname
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])$/
const BELOW = '*.'

/** Whether a text names a domain of emails, `*.` before it for all below it. */
export function isJoinDomain(written: string): boolean {
  const domain = toAscii(written.startsWith(BELOW) ? written.slice(BELOW.length) : written)
  return domain !== null && HOST.test(domain)
}

/** Whether the club takes new members with this email. Without domains it takes all. */
export function emailMayJoin(domains: readonly string[], email: string): boolean {
  if (domains.length === 0) return true
  const own = toAscii(email.slice(email.lastIndexOf('@') + 1))
  return domains.some((written) =>
    written.startsWith(BELOW)
      ? own?.endsWith(`.${toAscii(written.slice(BELOW.length))}`)
      : own !== null && own === toAscii(written),
  )
}

/** 'This club is for addresses at example.edu, example.org or anything.example.net.'; empty without domains. */
export function joinDomainsWords(domains: readonly string[]): string {
  if (domains.length === 0) return ''
  const named = domains.map((domain) =>
    domain.startsWith(BELOW) ? `a subdomain of ${domain.slice(BELOW.length)}` : domain,
  )
  return `This club is for addresses at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(named)}.`
}
