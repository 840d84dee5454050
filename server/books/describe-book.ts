import { authorNames } from '#contract/books/authors.ts'
import type { Book } from '#contract/books/books.ts'
import { seriesOf, seriesPhrase } from '#contract/books/series.ts'
import type { BookNotes } from '#contract/books/book-notes.ts'
import { asQuery } from '#contract/search/query.ts'
import { formatMoney, preview } from '#contract/wording.ts'
import type { Services } from '#server/services.ts'
import { findGoneSince } from './books.sql.ts'
import { hyphenated } from './hyphenate-isbn.public.ts'

const DESCRIPTION_IN_RESULTS = 150
const names = new Intl.ListFormat('en')
/** How long search engines may keep a page whose book isn't for sale any more. */
const DAYS_LISTED = 30
const MS_PER_DAY = 24 * 60 * 60 * 1000

/** Describes a book for its own page: what the page says beside the book's facts. */
export async function describeBook({ db, clock }: Pick<Services, 'db' | 'clock'>, book: Book): Promise<BookNotes> {
  const authors = authorNames(book.author)
  const series = seriesOf(book.title)
  const mayBeGone = book.state === 'sold' || book.isPaused
  const goneSince = mayBeGone ? await findGoneSince(db, book.id) : null
  return {
    authors,
    callNumber: callNumber(book, authors[0]),
    description:
      preview(book.description.replaceAll(/\s+/g, ' ').trim(), DESCRIPTION_IN_RESULTS) || sentenceOf(book, authors),
    isbn: book.isbn && hyphenated(book.isbn),
    series: series && { phrase: seriesPhrase(series), query: asQuery(series.name) },
    isLongGone: goneSince !== null && clock.now().getTime() - goneSince.getTime() >= DAYS_LISTED * MS_PER_DAY,
  }
}

/** 'A used copy of Dune by Frank Herbert: good condition, $5.00, Harbour Square.' */
function sentenceOf({ title, author, condition, binding, resalePrice, location }: Book, authors: string[]): string {
  const facts = [binding, condition && `${condition} condition`, formatMoney(resalePrice), location.trim()]
  return `A used copy of ${title} by ${names.format(authors) || author}: ${facts.filter(Boolean).join(', ')}.`
}

/** Behind a name, or in front of an Arabic one. */
const NO_SURNAME = /\s(?:[js]r\.?|[iv]{2,})$|(?<=^|\s)(?:ال|al-)/giu

/** Call number, 'NOV · IVE': category and first author. No year: the year of publication is unknown. */
export function callNumber({ category }: Pick<Book, 'category'>, author = ''): string {
  const surname = author.replaceAll(NO_SURNAME, '').trim().split(/\s+/).at(-1) ?? ''
  return [category ?? '', surname].map(firstLetters).filter(Boolean).join(' · ')
}

const firstLetters = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 3).join('').toUpperCase()
