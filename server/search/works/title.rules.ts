import { BRACKETS, listSeries } from '#contract/books/series.ts'
import { withDigits } from '../understanding/numbers.rules.ts'
import { isSmall } from '../understanding/small-words.rules.ts'
import { normalize, tokenize, withoutArticle } from '../words.rules.ts'
import { readNumber, readVolume } from './volume.rules.ts'

/** What a title says of its work. */
export interface ReadTitle {
  /** Main title without article, spaces and signs: 'catch22'. */
  main: string
  /** What follows a colon, in the same form; empty where it only names a genre or an edition. */
  subtitle: string
  /** Whether many leave the subtitle out: it only describes the book ('A Memoir of …'), or names a numbered volume. */
  isDescribed: boolean
  /** Words of the main title that tell it from others. */
  words: string[]
  /** Words of the series' names. */
  series: string[]
  /** Its numbers in them. */
  numbers: string[]
  /** Volume or part; empty of a whole. */
  part: string
  /** Adaptation, abridgement, study guide, set of several, or empty. */
  kind: string
  /** Code of the language that the title names, or null. */
  language: string | null
}

/** Kinds of books that have another's title; a kind is told by these words of the title. */
const KINDS: readonly [string, RegExp][] = [
  [
    'set',
    /\b(?:box(?:ed)? ?sets?|omnibus|trilogy|tetralogy|quartet|bundle|slipcase|(?:\d|two|three|four|five) in (?:1|one)|(?:complete|entire) (?:collection|series|set|trilogy|saga)|(?:book|volume|copy)s? (?:boxed )?set|collection set|(?:book|volume|vol)s?\.? \d+ ?[-–] ?\d+|\d+ ?[-–] ?\d+ of)\b|#\d+ ?[-–] ?\d/,
  ],
  [
    'comic',
    /\b(?:graphic novel|comic books?|comics? (?:edition|adaptation)|manga|marvel|bande dessinee)\b|[([]comics?[)\]]/,
  ],
  ['script', /\b(?:screenplay|(?:shooting|play)? ?script|libretto)\b|(?:\bstage |: (?:the )?|\((?:the |a )?)play\)?$/],
  [
    'reader',
    /\b(?:(?:penguin|macmillan|oxford|cambridge|graded|express|easy)(?: active| english)? readers?|bookworms|reader level|readers level|level \d|ladybird|great illustrated classics|classic starts|stepping stones)\b/,
  ],
  ['golden book', /\bgolden books?\b/],
  ['picture story', /\b(?:wonderful world of reading|i can read|step into reading|shelf of)\b/],
  [
    'abridged',
    /\b(?:abridged|abridgement|condensed|retold|retelling|adapted|adaptation|simplified|young (?:readers?|people|adults?)(?: edition)?|for (?:children|kids|young people)|junior|childrens (?:edition|version)|readers digest|picture book|board book|pop ?up)\b/,
  ],
  [
    'study',
    /\b(?:study guide|sparknotes?|cliffs ?notes|york notes|monarch notes|no fear|(?:movie|official|readers|teachers|students?) (?:companion|guide|edition)|companion|summary|critical interpretations|solutions? manual|workbook|lesson plans?|trivia|quiz)\b/,
  ],
  [
    'to fill in',
    /\b(?:colou?ring|activity|sticker|record|puzzle|poster|postcard) (?:\w+ )?book\b|\b(?:journal|calendar|planner)$/,
  ],
  ['heard', /\b(?:audio ?book|audio cd|audio cassette)\b/],
  ['sample', /\b(?:sampler|excerpt|preview)\b/],
]
const UNABRIDGED = /\bun(?:abridged|expurgated)\b/g

const LANGUAGES: Record<string, string> = {
  english: 'en',
  englisch: 'en',
  anglais: 'en',
  ingles: 'en',
  spanish: 'es',
  espanol: 'es',
  espanola: 'es',
  french: 'fr',
  francais: 'fr',
  francaise: 'fr',
  german: 'de',
  deutsch: 'de',
  deutsche: 'de',
  italian: 'it',
  italiano: 'it',
  italiana: 'it',
  portuguese: 'pt',
  portugues: 'pt',
  russian: 'ru',
  dutch: 'nl',
  polish: 'pl',
  japanese: 'ja',
  chinese: 'zh',
  arabic: 'ar',
  turkish: 'tr',
  swedish: 'sv',
}
const NAMED = Object.keys(LANGUAGES).join('|')
const IN_LANGUAGE = new RegExp(
  String.raw`\b(${NAMED}) (?:language )?(?:edition|version|translation|language|ausgabe)\b|\b(?:edition|edicion|version) (?:en )?(${NAMED})\b|[([](?:in |en )?(${NAMED})[)\]]`,
)

/** Words that say nothing of which book it is, where a part of a title has no others. */
const NOISE = new Set(
  `a an the novel novels novella memoir thriller romance mystery bestseller bestselling edition ed edn revised updated
  expanded anniversary special deluxe collectors limited illustrated international student mass market paperback
  paperbacks hardcover hardback softcover pbk large print reissue reprint unabridged classic classics penguin vintage
  modern library oxford worlds signet norton critical bantam everyman everymans wordsworth used good condition signed
  first second third fourth fifth printing movie tie in now major motion picture roman ein eine`.split(/\s+/),
)
const BINDING =
  /[\s,]+(?:mass market |trade )?(?:paperback|hardcover|hardback|softcover|pbk)(?:\s+(?:edition|book|novel))?(?:[\s,]+(?:1[5-9]|20)\d\d)?$/
const EDITION =
  /[\s,]+(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|revised|international|anniversary)\s+(?:ed|edn|edition)\.?$/
const ARTICLE_AT_END = /,\s*(?:the|a|an|der|die|das|le|la|les|el|los|las|il)$/
/** 'Moby-Dick; or, The Whale' */
const OTHER_TITLE = /[,;]?\s+or,\s+|[,;]\s+or\s+/
const SEPARATORS = /[:;–—|]|\s-+\s/
/** 'Fables, Vol. 1: Legends in Exile': the volume has a name, which many leave out. */
const NAMED_VOLUME = /^(?:(?!\s-+\s)[^:;–—|])*\|/
/** How a subtitle that describes begins, or what it speaks of. */
const DESCRIBES =
  /^or |^(?:an?|one|how|why|what|who|when|from|my|being|ein|eine|un|une)\s+\S+\s+\S+|\b(?:story|stories|history|life|lives|power|art|science|secrets?|guide|memoir|biography|autobiography|fates?|rise|fall|making|search|journey|account|essays|murder|world|america|lessons?|habits|principles|prophecies)\b.*\s/
/** Words that Americans write without their u. */
const BRITISH = /\b(?:colour|honour|favour|harbour|neighbour|humour|labour)/g

/** Reads a title; `author` is as listed, since some repeat it there. */
export function readTitle(title: string, author: string): ReadTitle {
  const text = normalize(title.replaceAll('&', ' and ')).replaceAll(BRITISH, (word) => word.replace('our', 'or'))
  const asides = [...text.matchAll(BRACKETS)].map(([, inside = '']) => inside)
  const series = listSeries(title)
  const bare = withoutNoise(text.replaceAll(BRACKETS, ' ').trim() || text, author)
  const inText = readVolume(bare)
  const inAsides = asides.map((aside) => readVolume(aside, true))
  const [first = '', ...others] = inText.text
    .replace(OTHER_TITLE, ': or ')
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const rest = others.filter((part) => !isNoise(part) && !isByAuthor(part, author)).join(' ')
  const words = withoutArticle(withAllDigits(tokenize(first.replace(ARTICLE_AT_END, ''), 60)))
  const told = text.replaceAll(UNABRIDGED, ' ')
  const numbers = [
    ...series.map(({ number }) => number),
    ...inText.numbers,
    ...inAsides.flatMap((aside) => aside.numbers),
  ]
  const language = IN_LANGUAGE.exec(text)
    ?.slice(1)
    .find((named) => named !== undefined)
  return {
    main: words.join('').slice(0, 200),
    subtitle: withoutArticle(withAllDigits(tokenize(rest.replace(/^or /, ''), 60)))
      .join('')
      .slice(0, 200),
    isDescribed: DESCRIBES.test(rest) || NAMED_VOLUME.test(inText.text),
    words: words.filter((word) => !isSmall(word)),
    series: [...new Set(series.flatMap(({ name }) => tokenize(name)).filter((word) => !isSmall(word)))],
    numbers: [...new Set(numbers.map(readNumber))].filter((number) => !number.includes('-')),
    part: [...inText.parts, ...inAsides.flatMap((aside) => aside.parts)].join(' '),
    kind: kindOf(told, numbers),
    language: language === undefined ? null : LANGUAGES[language]!,
  }
}

function kindOf(text: string, numbers: readonly string[]): string {
  // The series' own name says nothing: '(Black Magician Trilogy, #1)'.
  const withoutSeries = text.replaceAll(BRACKETS, (aside) => (/#\s?\d/.test(aside) ? ' ' : aside))
  const kinds = KINDS.filter(([kind, words]) =>
    words.test((kind === 'set' ? withoutSeries : text).replaceAll(/['.,]/g, '').trim()),
  ).map(([kind]) => kind)
  const range = numbers.find((number) => /\d-\d/.test(number))
  return [...new Set([...(range === undefined ? [] : ['set', range]), ...kinds])].toSorted().join(' ')
}

const withAllDigits = (words: readonly string[]) => withDigits(words, 1) ?? words

/** Without binding, edition and author at its end. */
function withoutNoise(text: string, author: string): string {
  const bare = text.replace(BINDING, '').replace(EDITION, '')
  const by = /^(.+?)\s+by\s+(.+)$/.exec(bare)
  return by && isByAuthor(by[2]!, author) ? by[1]! : bare
}

const isNoise = (part: string) => tokenize(part).every((word) => NOISE.has(word) || /^\d+(?:st|nd|rd|th)?$/.test(word))

function isByAuthor(part: string, author: string): boolean {
  const names = new Set(tokenize(author))
  const words = tokenize(part.replace(/^by\s/, ''))
  return words.length > 0 && words.every((word) => names.has(word)) && words.some((word) => word.length > 1)
}
