import { countOf } from '#contract/wording.ts'
import { ok, skipped, warning, type Finding } from '#server/ports/finding.ts'

/** What there is of a shop that goes from one address to another. Addresses are origins. */
export interface DomainFacts {
  from: string
  to: string
  /** Addresses of before. */
  formerUrls: readonly string[]
  /** Where PUBLIC_URL is set, in words; null where it isn't. */
  setIn: string | null
  /** Whether the new address leads to the shop already. */
  leads: Finding
  /** What of the shop's own sign-in browsers and devices hold for the old host alone; null where another provider signs in. */
  held: { sessions: number; passkeys: number; people: number } | null
  /** Providers that people sign in with, and the way back to register there. */
  waysBack: readonly { name: string; way: string }[]
  /** What outsiders that were asked say of it. */
  outsiders: readonly Finding[]
  /** Where emails come from; null for none. */
  mailFrom: string | null
  /** Names of the operator's texts that have the old host in them. */
  texts: readonly string[]
}

/**
 * Everything that changes when a shop goes to another address, in the order in which an operator goes through it:
 * `ok` goes on by itself, a warning has something to do.
 */
export function domainFindings(facts: DomainFacts): Finding[] {
  const { from, to, leads, outsiders } = facts
  const isHere = from === to
  return [
    isHere ? ok(`The shop’s address is ${to}.`) : setting(facts),
    leads,
    formerOf(facts),
    ...signInOf(facts),
    ...facts.waysBack.map(({ name, way }) =>
      warning(`${name} brings people back to addresses that are registered there.`, `Register ${way} there as well.`),
    ),
    ...outsiders,
    ok('Site map, feeds, share pictures and all links that the shop makes have the new address from the start on.'),
    mailOf(facts),
    textsOf(facts),
    skipped(
      'Monitors and what you have written elsewhere aren’t known here.',
      'Change the address where a monitor scrapes or asks the shop, on your own pages, and on paper.',
    ),
  ]
}

/** The settings that the move needs, as they stand in a file. */
export const domainSettings = ({ from, to, formerUrls }: Pick<DomainFacts, 'from' | 'to' | 'formerUrls'>) => ({
  PUBLIC_URL: to,
  FORMER_URLS: [...new Set([...formerUrls, from])].filter((url) => url !== to).join(','),
})

function setting(facts: DomainFacts): Finding {
  const wanted = Object.entries(domainSettings(facts)).map(([name, value]) => `${name}=${value}`)
  return warning(
    `PUBLIC_URL is ${facts.from}, ${facts.setIn === null ? 'made from host and port' : `set in ${facts.setIn}`}.`,
    `Set ${wanted.join(' and ')} there, and start the shop again.`,
  )
}

function formerOf({ from, to, formerUrls }: DomainFacts): Finding {
  const former = [...new Set([...formerUrls, from])].filter((url) => url !== to)
  if (former.length === 0) return skipped('FORMER_URLS names no former address.')
  return warning(
    `Links in emails that were sent, bookmarks and search engines lead to ${former.join(', ')}. Pages there send people on (308), with their path.`,
    'Keep the old name and its certificate, and let the proxy lead both names to the shop, for a year at least.',
  )
}

function signInOf({ from, to, held }: DomainFacts): Finding[] {
  const [oldHost, newHost] = [new URL(from).hostname, new URL(to).hostname]
  const drafts = 'What browsers keep for the old address, such as drafts of listings, stays there.'
  if (from === to) return []
  if (held === null) return [ok(`Everybody signs in again. ${drafts}`)]
  const signedIn = ok(
    `Everybody signs in again (${countOf(held.sessions, 'session')}): cookies are of one address. ${drafts}`,
  )
  if (held.passkeys === 0) return [signedIn]
  if (oldHost === newHost) return [signedIn, ok('Passkeys go on working: they are of the host’s name.')]
  return [
    signedIn,
    warning(
      `${countOf(held.passkeys, 'passkey')} of ${countOf(held.people, 'person', 'people')} can only be used at ${oldHost}.`,
      'Tell them: they sign in with their password, by a link in an email or with a provider, and add a passkey again under Account.',
    ),
  ]
}

const mailOf = ({ mailFrom }: DomainFacts): Finding =>
  mailFrom === null
    ? skipped('No mail server is set.')
    : ok(
        `Emails go on coming from ${mailFrom}. To change that as well, set MAIL_FROM, with the new domain’s SPF and DKIM.`,
      )

const textsOf = ({ texts, from }: DomainFacts): Finding =>
  texts.length === 0
    ? ok('Your own texts don’t have the old address in them; {{publicUrl}} becomes the new one.')
    : warning(
        `These texts of yours have ${new URL(from).host} in them: ${texts.join(', ')}.`,
        'Change them under Settings, Texts of the pages, or in DATA_DIR/pages.',
      )
