import { parseArgs } from 'node:util'
import { UsageError } from '#tools/read-call.ts'

export const KINDS = ['listing', 'account', 'order'] as const
type Kind = (typeof KINDS)[number]

/** Listings by their ids, or all that a seller had, by email. */
export type WantedListings = { ids: string[] } | { seller: string }

export type RestoreCall =
  | { act: 'restore'; file: string }
  | { act: 'find'; file: string; words: string }
  | { act: 'show'; file: string; kind: Kind; named: string }
  | { act: 'put back'; file: string; wanted: WantedListings }

const USAGE = `Say what to restore: npm run restore -- backups/monday.tar.gz
What is in a backup: npm run restore -- FILE --find "words of a title", --show listing ID, --show account EMAIL, --show order NUMBER
Listings back into the shop: npm run restore -- FILE --put-back listing ID, several IDs, or --put-back listings EMAIL for all of a seller`

const STAYS: Partial<Record<string, string>> = {
  account:
    'An account can’t be put back: it was closed by its person or by the club, and what that erased stays erased. They can sign up again; npm run admin -- unban EMAIL lets them, where the club closed it.',
  order:
    'An order can’t be put back: payments, refunds and payouts go by it, and the card provider’s record goes on without the backup. --show order shows what the backup knows of it.',
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The id in a text, which may be the address of the listing's page. */
export function idIn(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null
}

function parse() {
  try {
    const options = { show: { type: 'string' }, 'put-back': { type: 'string' }, find: { type: 'string' } } as const
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new UsageError(USAGE)
  }
}

/** Reads the command line. Refuses what it doesn't know (UsageError). */
export function readArguments(): RestoreCall {
  const { values, positionals } = parse()
  const [file, named, ...more] = positionals
  const { show, find: words, 'put-back': back } = values
  const isOne = [show, words, back].filter((value) => value !== undefined).length === 1
  const ids = positionals.slice(1).flatMap((text) => idIn(text) ?? [])
  if (file !== undefined && isOne && back === 'listing' && ids.length > 0 && ids.length === positionals.length - 1)
    return { act: 'put back', file, wanted: { ids } }
  if (file === undefined || more.length > 0) throw new UsageError(USAGE)
  if (Object.keys(values).length === 0 && named === undefined) return { act: 'restore', file }
  if (isOne && words?.trim() && named === undefined) return { act: 'find', file, words }
  if (isOne && back !== undefined && STAYS[back]) throw new UsageError(STAYS[back])
  if (isOne && back === 'listings' && named?.includes('@'))
    return { act: 'put back', file, wanted: { seller: named.toLowerCase() } }
  const kind = KINDS.find((one) => one === show)
  if (isOne && kind && named !== undefined) return { act: 'show', file, kind, named }
  throw new UsageError(USAGE)
}
