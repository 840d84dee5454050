import { readRoman, UNITS } from '../understanding/numbers.rules.ts'

const ORDINALS = [
  ['first', 'erster', 'erste', 'erstes', 'premier', 'premiere', 'primera', 'primo'],
  ['second', 'zweiter', 'zweite', 'zweites', 'deuxieme', 'seconde', 'segunda', 'secondo'],
  ['third', 'dritter', 'dritte', 'drittes', 'troisieme', 'tercera', 'terzo'],
  ['fourth', 'vierter', 'vierte', 'viertes', 'quatrieme', 'cuarta', 'quarto'],
  ['fifth', 'funfter', 'funfte', 'funftes', 'cinquieme', 'quinta', 'quinto'],
  ['sixth', 'sechster', 'sechste', 'sixieme', 'sexta', 'sesto'],
]
const ordinals = new Map(ORDINALS.flatMap((words, at) => words.map((word) => [word, at + 1])))
const ordinal = [...ordinals.keys()].join('|')

const NUMBER = String.raw`(?:\d{1,3}(?:\.\d)?|[ivx]{1,6}|${UNITS.slice(1, 13).join('|')}|${ordinal})`
const VOLUME =
  'volumes?|vols?|band|bande|bd|teil|theil|parts?|pts?|tome|tom|tomo|deel|livre|libro|buch|parte|partie|volumen|том|часть|книга'
const AFTER = new RegExp(
  String.raw`[,:]?\s*(?<![\p{L}\p{N}])(?:${VOLUME})\.?\s*(?:#|no\.?|the)?\s*(${NUMBER})(?:\s?[-–]\s?(${NUMBER}))?(?:\s+of\s+\d+)?(?![\p{L}\p{N}])`,
  'gu',
)
const BEFORE = new RegExp(String.raw`[,:.]?\s*(?<![\p{L}\p{N}])(${ordinal})[rs]?\s+(?:${VOLUME})(?![\p{L}\p{N}])`, 'gu')
const BOOK = new RegExp(
  String.raw`[,:]?\s*(?<![\p{L}\p{N}])(?:book|bk)\.?\s*#?\s*(${NUMBER})(?![\p{L}\p{N}])(\s+(?:of|in)\s.*)?`,
  'gu',
)
/** An issue of a comic: 'Saga #1' is not its first volume. */
const ISSUE = /\s#\s?(\d{1,3})$/gu

/** Stands in the text where a volume was. */
export const VOLUME_CUT = ' | '

/**
 * Reads volumes and parts, in several languages, out of a normalized title, or of what stands in its brackets. There,
 * and before the series' name ('book two of …'), a book's number is its place in the series; else it is a part.
 */
export function readVolume(text: string, isAside = false): { text: string; parts: string[]; numbers: string[] } {
  const [parts, numbers]: [string[], string[]] = [[], []]
  const without = text
    .replaceAll(
      AFTER,
      (_, from: string, to?: string) => (parts.push(readNumber(to ? `${from}-${to}` : from)), VOLUME_CUT),
    )
    .replaceAll(BEFORE, (_, which: string) => (parts.push(readNumber(which)), VOLUME_CUT))
    .replaceAll(BOOK, (_, number: string, ofSeries?: string) => {
      if (isAside || ofSeries !== undefined) numbers.push(readNumber(number))
      else parts.push(`book ${readNumber(number)}`)
      return VOLUME_CUT
    })
    .replaceAll(ISSUE, (whole, number: string) => (isAside ? whole : (parts.push(`no ${Number(number)}`), '')))
  return { text: without.trim(), parts, numbers }
}

/** '01' → '1', 'iv' → '4', 'two' → '2', 'erster' → '1'; of a range each side. */
export function readNumber(text: string): string {
  if (text.includes('-')) return text.split('-').map(readNumber).join('-')
  const ordinal = ordinals.get(text)
  if (ordinal !== undefined) return String(ordinal)
  const one = UNITS.indexOf(text)
  if (one !== -1) return String(one)
  return /^[ivx]+$/.test(text) ? String(readRoman(text)) : String(Number(text))
}
