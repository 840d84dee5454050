import { BINDINGS, LANGUAGES } from '#contract/books/editions.ts'

/**
 * A list's language → its code: 'en-US', 'en_US', 'eng', or 'German', 'Deutsch' and 'Portuguese (Brazil)' by name.
 * Takes the first of several. '' for an unknown one.
 */
export function languageOf(text = ''): string {
  const [given = ''] = languagesIn(text)
  const byName = names().get(given.toLowerCase())
  if (byName) return byName
  const [code] = /^[a-z]{2,3}([-_][a-z]+)*$/i.test(given) ? Intl.getCanonicalLocales(given.replaceAll('_', '-')) : []
  const language = code?.split('-')[0] ?? ''
  return LANGUAGES.includes(language) ? language : ''
}

/** Splits several languages: 'English, French', 'spa; eng'. */
export const languagesIn = (text: string): string[] =>
  text
    .split(/[,;/|]/)
    .map((one) => one.replace(/\(.*/s, '').trim())
    .filter((one) => one !== '')

/** Names missing from the locale data. */
const FURTHER_NAMES = { mandarin: 'zh', farsi: 'fa', castellano: 'es', castilian: 'es', flemish: 'nl', gaelic: 'gd' }
let cache: ReadonlyMap<string, string> | undefined

/** Language codes by English and German names and by their own; where two languages share a name, the English one wins. */
function names(): ReadonlyMap<string, string> {
  cache ??= new Map([
    ...Object.entries(FURTHER_NAMES),
    ...LANGUAGES.map((code) => nameIn(code, code)),
    ...LANGUAGES.map((code) => nameIn('de', code)),
    ...LANGUAGES.map((code) => nameIn('en', code)),
  ])
  return cache
}

const nameIn = (locale: string, code: string): [name: string, code: string] => [
  (new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code).toLowerCase(),
  code,
]

/** Our bindings, with the words of booksellers. */
const BINDING_WORDS: Record<(typeof BINDINGS)[number], RegExp> = {
  'board book': /\bboard ?book|\bpappbilderbuch/,
  'leather-bound': /\bleather|\bleder/,
  'spiral-bound': /\b(spiral|ring|wire)[ -]?bound|\bspiral|\bringbuch/,
  hardback: /\b(hard ?(back|cover|bound)|cloth|hc|library binding|gebunden(e ausgabe)?|fester einband|leinen)\b/,
  paperback: /\b(paper ?back|soft ?(back|cover)|pbk?|mass market|taschenbuch|broschur|broschiert|kartoniert|tb)\b/,
}

/** 'Mass Market Paperback' → 'paperback'; '' for others: an audio book, a file. */
export function bindingOf(text = ''): string {
  const plain = text.toLowerCase().replaceAll('-', ' ')
  return BINDINGS.toReversed().find((binding) => BINDING_WORDS[binding].test(plain)) ?? ''
}
