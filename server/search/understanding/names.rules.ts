import { normalize } from '#server/search/words.rules.ts'
import { NAME_SPELLINGS } from './name-spellings.rules.ts'
import { isHeard, soundsOf } from './sounds.rules.ts'

/**
 * Spellings that the catalogue of works in the public domain lacks: of authors of the last century, and in languages
 * that write a name in their own way. Written by hand; each is a label of a name in Wikidata (CC0 1.0, 2020-08-03).
 */
const MORE_SPELLINGS = `
  chekhov cechov
  pushkin pouchkine
  bulgakov boulgakov bulgakow bulhakow булгаков
  nabokov nabokow набоков
  pasternak пастернак
  asimov asimow азимов
  homer homere homero omero гомер
  plato platon платон
  aristotle aristote aristotele
  sophocles sofocle
  virgil virgile virgilio
  ovid ovide ovidio
  horace horacio orazio
  hafez hafiz hafis
  kafka кафка
  shakespeare шекспир
  murakami мураками 村上
  andersen андерсен
  hemingway хемингуэи
  marquez маркес
  fyodor fedor федор
  leo lev lew leon лев
  anton αντον
  mikhail michail mijail михаил
  alexander aleksandr alexandre aleksander alejandro александр
`

const BY_NAME = groupsByName(`${NAME_SPELLINGS}\n${MORE_SPELLINGS}`)

/** Groups by how their spellings sound, so that 'dostoyevskij' needn't be listed beside 'dostojewski'. */
const BY_SOUND = new Map([...BY_NAME].filter(([name]) => isHeard(name)).map(([name, group]) => [soundsOf(name), group]))

/** Every spelling of each name; a name of several words is in one group with that of a single one. */
function groupsByName(table: string): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>()
  for (const line of normalize(table)
    .trim()
    .split(/\s*\n\s*/)) {
    const names = line.split(' ')
    const group = new Set(names.flatMap((name) => [...(groups.get(name) ?? [name])]))
    for (const name of group) groups.set(name, group)
  }
  return groups
}

/** Letters of Russian (BGN/PCGN 1947 without its marks) and of modern Greek (ISO 843), as `normalize` leaves them. */
const LETTERS: Record<string, string> = {
  ...pairs('абвгдезиклмнопрстуфцыэ', 'a b v g d e z i k l m n o p r s t u f ts y e'),
  ...pairs('жхчшщюяіїєґъь', 'zh kh ch sh shch yu ya i i e g'),
  ...pairs('αβγδεζηθικλμνξοπρστυφχψω', 'a v g d e z i th i k l m n x o p r s t y f ch ps o'),
}

function pairs(letters: string, others: string): Record<string, string> {
  const spelled = others.split(' ')
  return Object.fromEntries(Array.from(letters, (letter, at) => [letter, spelled[at] ?? '']))
}

const OTHER_SCRIPT = /^[\p{Script=Cyrillic}\p{Script=Greek}]+$/u

/** A word of the Cyrillic or the Greek alphabet in Latin letters: толкин → tolkin. Null for others. */
export function romanized(word: string): string | null {
  if (!OTHER_SCRIPT.test(word)) return null
  return Array.from(word, (letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/ii$/, 'y')
}

const isOneWord = (name: string) => !name.includes(BETWEEN)
const BETWEEN = '+'

/** How a name is written elsewhere, and a word of another alphabet in Latin letters. */
export function sameName(word: string): string[] {
  const latin = romanized(word)
  const group = BY_NAME.get(word) ?? (isHeard(word) ? BY_SOUND.get(soundsOf(word)) : undefined) ?? []
  const names = [...group, ...(latin === null ? [] : [latin])]
  return [...new Set(names)].filter((name) => name !== word && isOneWord(name))
}

/** Words of a name that elsewhere is one: laozi → lao tzu. Null for others. */
export function nameApart(word: string): string[] | null {
  const name = [...(BY_NAME.get(word) ?? [])].find((one) => !isOneWord(one))
  return name?.split(BETWEEN) ?? null
}
