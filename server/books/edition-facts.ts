import { BINDINGS, LANGUAGES } from '#contract/books/editions.ts'
import { languageName } from '#contract/wording.ts'

/** Of a list that says 'en-US' or 'eng', the language alone; 'German' and 'english' by name. '' where it is none we know. */
export function languageOf(text = ''): string {
  const [given = ''] = text.split(/[,;]/)
  const byName = NAMES.get(given.trim().toLowerCase())
  if (byName) return byName
  const [code] = /^[a-z]{2,3}(-[a-z]+)*$/i.test(given) ? Intl.getCanonicalLocales(given) : []
  const language = code?.split('-')[0] ?? ''
  return LANGUAGES.includes(language) ? language : ''
}
const NAMES = new Map(LANGUAGES.map((code) => [languageName(code).toLowerCase(), code]))

/** Ours, and the words of booksellers for the same. */
const BINDING_WORDS: Record<(typeof BINDINGS)[number], RegExp> = {
  'board book': /\bboard ?book/,
  'leather-bound': /\bleather/,
  'spiral-bound': /\b(spiral|ring|wire)[ -]?bound|\bspiral\b/,
  hardback: /\b(hard ?(back|cover|bound)|cloth|hc|library binding)\b/,
  paperback: /\b(paper ?back|soft ?(back|cover)|pbk?|mass market)\b/,
}

/** 'Mass Market Paperback' → 'paperback'; '' where it is none of ours: an audio book, a file. */
export function bindingOf(text = ''): string {
  const plain = text.toLowerCase().replaceAll('-', ' ')
  return BINDINGS.toReversed().find((binding) => BINDING_WORDS[binding].test(plain)) ?? ''
}
