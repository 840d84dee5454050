import { DAY_MS } from '#contract/duration.ts'
import type { Edition } from '#contract/books/edition-calls.ts'
import type { EditionFound } from '#server/ports/book-lookup.ts'
import type { Services } from '#server/services.ts'
import { bindingOf, languageOf } from '../edition-facts.ts'
import { findListedEdition, findLookup, keepLookup, type KeptLookup } from './editions.sql.ts'

/** Cache time of an outside service's answer. */
const KNOWN_DAYS = 90
const UNKNOWN_DAYS = 7

type LookUpServices = Pick<Services, 'db' | 'clock' | 'bookLookup' | 'log'>

/**
 * Looks up an edition: the latest copy listed here, else an outside service, if the operator configured one. Refuses
 * nothing: a service that is away counts as no result. Called twice, it asks the service once.
 */
export async function findEdition(services: LookUpServices, isbn: string): Promise<{ edition: Edition | null }> {
  const listed = await findListedEdition(services.db, isbn)
  if (listed) {
    const { title, author, publisher, yearPublished, language, binding } = listed
    return {
      edition: {
        source: 'club',
        book_name: title,
        book_writer: author,
        publisher: publisher ?? '',
        yearPublished: yearPublished === null ? '' : String(yearPublished),
        language: language ?? '',
        binding: binding ?? '',
      },
    }
  }
  const found = await lookUp(services, isbn)
  return { edition: found && editionOf(found) }
}

async function lookUp({ db, clock, bookLookup, log }: LookUpServices, isbn: string): Promise<EditionFound | null> {
  if (!bookLookup) return null
  const cached = await findLookup<EditionFound>(db, isbn)
  const now = clock.now()
  if (cached && isFresh(cached, now)) return cached.facts
  try {
    const facts = await bookLookup.find(isbn)
    await keepLookup(db, isbn, facts, now)
    return facts
  } catch (error) {
    log.warn({ err: error }, 'a book could not be looked up')
    return cached?.facts ?? null
  }
}

const isFresh = ({ facts, lookedUpAt }: KeptLookup<unknown>, now: Date): boolean =>
  now.getTime() - lookedUpAt.getTime() < (facts ? KNOWN_DAYS : UNKNOWN_DAYS) * DAY_MS

/** An outside service's answer → the form's fields. */
const editionOf = ({ title, author, publisher, published, language, binding }: EditionFound): Edition => ({
  source: 'open-library',
  book_name: title.slice(0, 300),
  book_writer: author.slice(0, 1000),
  publisher: publisher.slice(0, 200),
  yearPublished: /\b(1[4-9]|20)\d\d\b/.exec(published)?.[0] ?? '',
  language: languageOf(language),
  binding: bindingOf(binding),
})
