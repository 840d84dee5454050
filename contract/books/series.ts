/** What a title says of its series: 'Catching Fire (The Hunger Games, #2)'. */
export interface Series {
  name: string
  /** As in the title: '2', '0.5'; '1-3' of a volume that has several. */
  number: string
}

/** Brackets, with another pair inside them at most. */
export const BRACKETS = /\s*[([]((?:[^()[\]]|[([][^()[\]]*[)\]])*)[)\]]/gu
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,2})?(?:\s?[-–]\s?\d{1,3}(?:\.\d{1,2})?)?`
const NUMBERED = new RegExp(
  String.raw`^(.*?\p{L}.*?)[,:]?(?:\s*#\s?|\s+(?:book|bk\.?|no\.|volume|vol\.)\s+#?)(${NUMBER})(?!\d)`,
  'iu',
)

/** The series that a title names in brackets, the first one first: many name a smaller one within it, too. */
export const listSeries = (title: string): Series[] =>
  [...title.matchAll(BRACKETS)].flatMap(([, inside = '']) =>
    inside.split(';').flatMap((part) => {
      const [, name = '', number = ''] = NUMBERED.exec(part.trim()) ?? []
      return name === '' ? [] : [{ name: name.trim(), number: number.replaceAll(/\s/g, '').replace('–', '-') }]
    }),
  )

/** The series of a book by its title; null where the title names none. */
export const seriesOf = (title: string): Series | null => listSeries(title)[0] ?? null

/** 'The Hunger Games, book 2'; 'Harry Potter, books 1–5'. */
export const seriesPhrase = ({ name, number }: Series): string =>
  number.includes('-') ? `${name}, books ${number.replace('-', '–')}` : `${name}, book ${number}`
