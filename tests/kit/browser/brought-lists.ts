import type { Page } from '@playwright/test'
import type { BroughtList, Imported, LookAtList } from '#contract/books/brought-lists.ts'

// Lists of new books that a seller brought, as the server answers them: each state of the screen without its wait.

const LONG_TITLE = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const titles = ['The Tide', LONG_TITLE, 'ألف ليلة وليلة', 'Bread & Salt', 'Ebb']
const books = titles.map((title, place) => ({
  line: place + 2,
  cells: { title, authors: 'Ada Winter', price: '4.50', condition: 'very good' },
  title,
  author: place === 1 ? Array.from({ length: 12 }, (_, number) => `Author ${number}`).join(', ') : 'Ada Winter',
  price: '4.50',
}))

const look: LookAtList = {
  encoding: { name: 'utf-8', isGuess: false, titles: [] },
  missing: [],
  rows: 1240,
  fresh: 1209,
  known: 14,
  refused: 3,
  leftOut: [
    { because: 'sold', rows: 6 },
    { because: 'digital', rows: 8 },
  ],
  lost: [
    { column: 'Language', cell: 'Klingon', rows: 2 },
    { column: 'Date', cell: 'c. 1999', rows: 1 },
  ],
  books: [...books, books[4]!, books[4]!],
  refusedRows: [
    {
      line: 7,
      cells: { title: 'Salt', authors: 'Ada Winter', price: 'cheap', isbn: '', description: 'Read twice.\nLoved.' },
      reasons: [
        { column: 'price', heading: 'List Price', cell: 'cheap', reason: 'Write a price such as 12.50' },
        { column: 'phone', reason: 'no phone' },
      ],
    },
    {
      line: 9,
      cells: { title: LONG_TITLE, authors: '', isbn: '123' },
      reasons: [
        { column: 'authors', heading: 'Author', cell: '', reason: 'Please fill in the book writer' },
        { column: 'isbn', heading: 'ISBN13', cell: '123', reason: 'this isn’t an ISBN: write 10 or 13 digits' },
      ],
    },
    {
      line: 1230,
      cells: {},
      reasons: [{ reason: 'a quotation mark is opened here and never closed; 11 lines are lost by it' }],
    },
  ],
}

const list: BroughtList = {
  fileName: 'goodreads_library_export.csv',
  revision: 3,
  encoding: '',
  given: { location: 'Pier' },
  corrected: 2,
  look,
  problem: null,
}

const imported = (number: number, facts: Partial<Imported> = {}): Imported => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  fileName: `shelf-${number}.csv`,
  begunAt: new Date(Date.now() - number * 86_400_000),
  finishedAt: new Date(Date.now() - number * 86_400_000 + 9000),
  isUnderWay: false,
  rowsDone: 1240,
  inserted: 1209,
  known: 14,
  refused: 3,
  leftOut: 14,
  takenBackAt: null,
  removed: null,
  ...facts,
})

const answering = (brought: BroughtList | null, imports: readonly Imported[]) => async (page: Page) => {
  await page.route('**/api/my-books/list', (route) => route.fulfill({ json: { list: brought } }))
  await page.route('**/api/my-books/imports', (route) => route.fulfill({ json: imports }))
}

export const factsMissing = answering(
  { ...list, look: { ...look, missing: ['price', 'originalPrice', 'location', 'phone', 'yearOfPurchase'] } },
  [],
)

export const toLookAt = answering(list, [])

export const lettersToChoose = answering(
  {
    ...list,
    look: null,
    problem: {
      words:
        'goodreads_library_export.csv doesn’t say how its letters are encoded, and as windows-1252 some come out wrong. Save it as UTF-8, or name its encoding.',
      readings: [
        { encoding: 'windows-1252', titles: ['CrËme br˚lÈe', 'Gˆdel, Escher, Bach'] },
        { encoding: 'macintosh', titles: ['Crème brûlée', 'Gödel, Escher, Bach'] },
      ],
    },
  },
  [],
)

export const lettersToCheck = answering(
  { ...list, look: { ...look, encoding: { name: 'windows-1252', isGuess: true, titles: ['Käthe', 'Über Bücher'] } } },
  [],
)

export const beingListed = answering(list, [
  imported(1, { isUnderWay: true, finishedAt: null, rowsDone: 500, inserted: 480 }),
])

/** An import that ends while its seller looks. */
export const listed = async (page: Page) => {
  // The former screen polls, and would consume the single answer.
  await page.goto('about:blank')
  await answering(null, [imported(1, { begunAt: new Date() })])(page)
  const underWay = imported(1, { isUnderWay: true, finishedAt: null, rowsDone: 500, inserted: 480 })
  await page.route('**/api/my-books/imports', (route) => route.fulfill({ json: [underWay] }), { times: 1 })
}

export const listedBefore = answering(null, [
  imported(1),
  imported(2, { takenBackAt: new Date(), removed: 1200, fileName: `${LONG_TITLE}.csv` }),
  imported(3, { finishedAt: null, inserted: 500, known: 0, refused: 0, leftOut: 0 }),
])

/** All that can be said of all books. */
export const openMore = (page: Page) => page.locator('summary', { hasText: 'More details for all books' }).click()

/** Corrections of a row that lacks something and has something wrong, and of a new book. */
export async function openCorrections(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Correct Bread & Salt' }).click()
  await page.getByRole('button', { name: 'Correct line 7' }).click()
  await page.getByRole('button', { name: 'Save line 7' }).waitFor()
}

/** Waits until the screen has what it waits for itself. */
export const untilSeen = (words: string) => (page: Page) => page.getByText(words).first().waitFor()
