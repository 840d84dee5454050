import { leftOutWords } from '#contract/books/left-out.ts'
import type { Imported, LookAtList } from '#contract/books/brought-lists.ts'
import { countOf, grouped } from '#contract/wording.ts'

/** Sentences about the rows that aren't new books. */
export function otherRows({ known, refused, leftOut }: Pick<LookAtList, 'known' | 'refused' | 'leftOut'>): string[] {
  const reasons = leftOut.map(({ because, rows }) => `${grouped(rows)} ${leftOutWords[because]}`)
  return [
    ...(refused > 0 ? [`${countOf(refused, 'row')} can’t be listed`] : []),
    ...(known > 0 ? [onListWords(known)] : []),
    ...(reasons.length > 0 ? [`Left out: ${reasons.join(', ')}`] : []),
  ]
}

const onListWords = (known: number) => `${grouped(known)} ${known === 1 ? 'is' : 'are'} on your list already`

/** Same sentences for an import, as far as it has come. */
export function countsOf({ known, refused, leftOut }: Imported): string[] {
  return [
    ...(refused > 0 ? [`${countOf(refused, 'row')} couldn’t be listed`] : []),
    ...(known > 0 ? [`${grouped(known)} ${known === 1 ? 'was' : 'were'} on your list already`] : []),
    ...(leftOut > 0 ? [`${grouped(leftOut)} left out`] : []),
  ]
}

/** State of an import: in progress, finished or taken back. */
export function stateOf({ isUnderWay, takenBackAt, finishedAt }: Imported) {
  if (takenBackAt !== null) return 'taken back'
  if (isUnderWay) return 'under way'
  return finishedAt === null ? 'broken off' : 'done'
}
