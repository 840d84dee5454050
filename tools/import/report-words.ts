import { leftOutWords, type LeftOut } from '#contract/books/left-out.ts'
import { countOf, formatMoney, grouped, languageName } from '#contract/wording.ts'
import type { ImportReport } from '#server/books/import/import-books.ts'
import type { ImportOfSeller } from '#server/books/import/import.columns.ts'
import type { RefusedCell } from '#server/books/import/list-row.ts'
import type { ImportPreview } from '#server/books/import/preview-import.ts'
import { countLeftOut } from '#server/books/import/read-lines.ts'
import type { ImportedList } from '#server/books/import/read-list.ts'

const MOST_REPORTED = 20

/** Report of an import: the sum, and, for standard error, the rows to look at. */
export function reportWords({ inserted, known, refusedRows, refused, leftOut, lost }: ImportReport): {
  sum: string
  details: string[]
} {
  const rows = countLeftOut({ leftOut })
  const why = (Object.entries(leftOut) as [LeftOut, number][]).map(
    ([because, count]) => `${count} ${leftOutWords[because]}`,
  )
  const lines = [
    ...first(refused, refusalWords),
    ...(lost.length > 0 ? ['These cells are missing from the listings, or stand there only in part:'] : []),
    ...first(
      lost,
      ({ column, cell, rows: count, line }) => `  ${column} “${cell}”, ${countOf(count, 'row')}, first in line ${line}`,
    ),
  ]
  const leftOutSum = rows === 0 ? '' : `\n${rows} left out: ${why.join(', ')}.`
  return {
    sum: `${inserted} put on sale, ${known} known already, ${refusedRows} refused.${leftOutSum}`,
    details: lines,
  }
}

/** Whether searches find what was imported. */
export function foundWords(inserted: number, left: number): string {
  if (left === 0) return `Searches find ${inserted === 1 ? 'it' : `all ${grouped(inserted)}`} now.`
  return `Searches don’t find all of them yet: ${grouped(left)} ${left === 1 ? 'change is' : 'changes are'} left, and for a minute none was taken up. The books are for sale, and the shop goes on; its log says what keeps it.`
}

function first<T>(all: readonly T[], words: (one: T) => string): string[] {
  const more = all.length - MOST_REPORTED
  return [...all.slice(0, MOST_REPORTED).map(words), ...(more > 0 ? [`… and ${more} more`] : [])]
}

/** 'line 4, List Price “€ 9,90”: …' */
function refusalWords({ line, column, cell, reason }: RefusedCell): string {
  const where = column === undefined ? '' : `, ${column}${cell ? ` “${cell}”` : ''}`
  return `line ${line}${where}: ${reason}`
}

/** The first books as they would be listed. */
export const bookWords = ({ books }: ImportPreview, currency: string): string[] =>
  books.map(({ line, book }) => {
    const money = (minor: number) => formatMoney({ minor, currency })
    const facts = [
      `${money(book.resalePrice)} (new ${money(book.originalPrice)})`,
      book.condition,
      book.category,
      `bought ${book.yearOfPurchase}`,
      book.isbn,
      book.yearPublished,
      book.publisher,
      book.language && languageName(book.language),
      book.binding,
    ]
    return `  line ${line}: ${book.title} · ${book.author} · ${facts.filter(Boolean).join(', ')}`
  })

/** Names the ignored columns; '' where there are none. */
export function unreadWords({ headings, columns }: ImportedList): string {
  const unread = headings.filter(
    (heading, place) => heading !== '' && !columns.some((column) => column.place === place),
  )
  return unread.length === 0 ? '' : `Columns that aren’t read: ${unread.join(', ')}.`
}

export const importWords = ({ id, sellerEmail, fileName, begunAt, inserted, takenBackAt, removed }: ImportOfSeller) =>
  `${id}  ${begunAt.toISOString().slice(0, 16).replace('T', ' ')}  ${sellerEmail}  ${fileName}  ${countOf(inserted, 'book')}${
    takenBackAt ? `, ${removed} taken back` : ''
  }`
