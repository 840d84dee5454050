import type { Book } from '#contract/books/books.ts'

/** Behind a name, or in front of an Arabic one. */
const NO_SURNAME = /\s(?:[js]r\.?|[iv]{2,})$|(?<=^|\s)(?:ال|al-)/giu

/** Call number, 'NOV · IVE': category and first author. No year: the year of publication is unknown. */
export function callNumber({ category }: Pick<Book, 'category'>, author = ''): string {
  const surname = author.replaceAll(NO_SURNAME, '').trim().split(/\s+/).at(-1) ?? ''
  return [category ?? '', surname].map(firstLetters).filter(Boolean).join(' · ')
}

const firstLetters = (text: string) => (text.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 3).join('').toUpperCase()
