import type { ListRow } from './list-row.ts'

type Edition = Pick<ListRow, 'publisher' | 'binding'> & {
  published: number | null
  firstPublished: number | null
  /** Thirteen digits. */
  isbn: string | null
  language: string
}

/** What a list knows of the edition, as sentences at the end of a listing's description; empty where it knows nothing. */
export function editionWords({ published, firstPublished, publisher, isbn, language, binding }: Edition): string {
  const sentences = [
    publishedWords(published, publisher ?? ''),
    firstPublished !== null && firstPublished !== published ? `First published in ${yearWords(firstPublished)}.` : '',
    languageWords(language),
    binding ? `${binding.charAt(0).toUpperCase()}${binding.slice(1)}.` : '',
    isbn ? `ISBN ${isbn}.` : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function publishedWords(year: number | null, publisher: string): string {
  if (year === null && publisher === '') return ''
  return `Published${publisher === '' ? '' : ` by ${publisher}`}${year === null ? '' : ` in ${yearWords(year)}`}.`
}

const yearWords = (year: number) => (year < 0 ? `${-year} BCE` : String(year))

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** By code ('eng', 'en-US') or by name. */
function languageWords(given: string): string {
  if (!/^[a-z]{2,3}(-[A-Z]{2})?$/.test(given)) return /^\p{Lu}[\p{L} ,()]{2,40}$/u.test(given) ? `In ${given}.` : ''
  const name = languageNames.of(given)
  return name && name !== given ? `In ${name}.` : ''
}
