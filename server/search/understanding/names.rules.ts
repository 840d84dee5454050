import { normalize } from '#server/search/words.rules.ts'

/**
 * The commonest authors' names that are written otherwise elsewhere: last names, and first names that are looked for
 * with them. Spellings are those usual in twelve languages, written by hand; they have yet to be compared with a public
 * list, such as the labels and aliases of Wikidata (CC0).
 */
const NAMES = `
  dostoevsky dostoyevsky dostojewski dostoievski dostoyevski dostoevskij dostojevski dostojevskij dostoevskii достоевский достоєвский ντοστογιεφσκι
  tolstoy tolstoi tolstoj толстои τολστοι
  chekhov tchekhov tschechow czechow cechov chejov tsjechov чехов τσεχωφ
  pushkin pouchkine puschkin puszkin puskin poesjkin пушкин
  gogol gogolj гоголь
  turgenev tourgueniev turgenjew turgieniew toergenjev тургенев
  bulgakov boulgakov bulgakow bulhakow boelgakov булгаков
  nabokov nabokow набоков
  solzhenitsyn soljenitsyne solschenizyn solzenicyn solzjenitsyn solzhenitsin солженицын
  pasternak пастернак
  gorky gorki gorkij горькии
  lermontov lermontow lermontof лермонтов
  akhmatova achmatowa achmatova ajmatova ахматова
  mayakovsky maiakovski majakowski majakovskij mayakovski маяковскии
  asimov asimow азимов
  pelevin pelewin пелевин
  homer homere homero omero homerus ομηροσ гомер
  plato platon platone platao πλατων платон
  aristotle aristoteles aristote aristotele αριστοτελησ аристотель
  sophocles sophokles sophocle sofocle sofocles σοφοκλησ софокл
  kazantzakis kazantsakis kazantzaki καζαντζακησ казандзакис
  virgil vergil virgile virgilio vergilius
  ovid ovide ovidio ovidius
  horace horaz horacio orazio
  confucius konfuzius confucio confucio kongzi konfucjusz
  laozi laotse laotzu
  hafez hafiz hafis
  khayyam chayyam jayam chajjam
  rumi roumi
  mahfouz mahfuz machfus
  aleichem alejchem aleijchem
  kafka кафка
  nietzsche ницше νιτσε
  shakespeare шекспир szekspir σαιξπηρ
  murakami мураками 村上
  andersen андерсен
  rowling роулинг ρουλινγκ
  tolkien толкин τολκιν
  orwell оруэлл οργουελ
  hemingway хемингуэи
  marquez маркес μαρκεσ
  fyodor fjodor fiodor fedor feodor федор
  leo lev lew leon лев
  anton антон αντον
  mikhail michail mijail михаил
  alexander aleksandr alexandre aleksander alejandro александр
`
const BY_NAME = new Map(
  normalize(NAMES.trim())
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap((group) => group.map((name) => [name, group] as const)),
)

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

/** How a name is written elsewhere, and a word of another alphabet in Latin letters. */
export function sameName(word: string): string[] {
  const latin = romanized(word)
  return [...(BY_NAME.get(word) ?? []), ...(latin === null ? [] : [latin])].filter((one) => one !== word)
}
