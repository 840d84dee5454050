import { API_BASE, type Call } from '#contract/call.ts'
import { screens } from '#contract/screens.ts'
import { declaredCalls } from '#server/http/declared-calls.ts'
import type { Stock } from './worst-stock.ts'
import {
  beginnings,
  get,
  inTurn,
  query,
  searches,
  shuffled,
  signs,
  twelve,
  typos,
  type Ask,
  type WorstCases,
} from './worst-searches.ts'

const post =
  (path: string, body: (turn: number) => unknown): Ask =>
  (_stock, turn) => ({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body(turn)),
  })

/** An unknown parameter, which bypasses the page cache. */
const past = (path: string, turn: number) => `${path}${path.includes('?') ? '&' : '?'}past=${turn}`
const api = (path: (stock: Stock, turn: number) => string) => get((stock, turn) => API_BASE + path(stock, turn))

const noToken = (turn: number) => `${'a'.repeat(280)}${turn}`
const lists = (path: string): WorstCases => ({
  'a page of 100': get((_stock, turn) => past(`${path}?limit=100`, turn)),
  'by price': get((_stock, turn) => past(`${path}?limit=100&sort=price`, turn)),
  'from a place far away': get((stock, turn) => past(`${path}?limit=100&cursor=${stock.farCursor}`, turn)),
  'with those that are sold': get((_stock, turn) => past(`${path}?limit=100&available=all`, turn)),
})

/** The worst that can be asked of calls that are open to anyone, by their names. */
export const worstOfCalls: Readonly<Record<string, WorstCases>> = {
  stopMails: { 'a token of nobody’s': post(`${API_BASE}/stop-emails`, (turn) => ({ token: noToken(turn) })) },
  listBooks: {
    ...lists(`${API_BASE}/all-books`),
    'of the largest seller': api(({ seller }, turn) => past(`/all-books?limit=100&seller=${seller}`, turn)),
    'of a category by price': api((_stock, turn) =>
      past('/all-books?limit=100&category_name=novel-book&sort=price', turn),
    ),
  },
  listBooksOfCategory: {
    ...lists(`${API_BASE}/books/novel-book`),
    'of no category': api((_stock, turn) => `/books/none-${turn}`),
  },
  countBooks: {
    all: api((_stock, turn) => past('/all-books/count', turn)),
    'of a category': api((_stock, turn) => past('/all-books/count?category_name=novel-book', turn)),
    'of the largest seller': api(({ seller }, turn) => past(`/all-books/count?seller=${seller}`, turn)),
  },
  searchBooks: searches(`${API_BASE}/search`),
  summarizeSearch: searches(`${API_BASE}/search/summary`),
  findLocations: searches(`${API_BASE}/search/locations`),
  suggest: {
    'three letters': api(({ common }, turn) => `/suggest?q=${inTurn(common, turn).slice(0, 3)}&past=${turn}`),
    'twelve common words': api((stock, turn) => `/suggest?q=${twelve(stock, turn)}`),
    'beginnings and misspelt words': api((stock, turn) => `/suggest?q=${beginnings(stock, turn)}`),
    'twelve misspelt words': api((stock, turn) => `/suggest?q=${typos(stock, turn)}`),
    'letters and common words': api(
      (stock, turn) => `/suggest?q=${query(shuffled(stock.common, turn).slice(0, 2))}%20${'abcdefghij'[turn % 10]}`,
    ),
    'a script without spaces': api((stock, turn) => `/suggest?q=${signs(stock, turn)}`),
  },
  getSeller: { 'the largest': api(({ seller }, turn) => past(`/sellers/${seller}`, turn)) },
  listBooksOfSeller: {
    'the largest, 100 books': api(({ seller }, turn) => past(`/sellers/${seller}/books?limit=100`, turn)),
    'by price': api(({ seller }, turn) => past(`/sellers/${seller}/books?limit=100&sort=price`, turn)),
  },
  lookAtDecision: { 'a token of nobody’s': post(`${API_BASE}/decisions/look`, (turn) => ({ token: noToken(turn) })) },
  answerDecision: {
    'a token of nobody’s': post(`${API_BASE}/decisions/answer`, (turn) => ({
      token: noToken(turn),
      words: 'x '.repeat(1000),
    })),
  },
  receivePaymentEvent: {
    'a large one of nobody’s': (_stock, turn) => ({
      path: `${API_BASE}/payment-events`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
      },
      body: JSON.stringify({ turn, id: 'evt', data: 'x'.repeat(250_000) }),
    }),
  },
}

/** A call without a worst case of its own: what its declaration says. */
const asDeclared = ({ method, path, example }: Call): WorstCases =>
  method === 'GET'
    ? { any: api(({ books }, turn) => past(path.replace(/:\w+/, inTurn(books, turn)), turn)) }
    : { 'its example': post(API_BASE + path, () => example) }

/** The worst cases of every call that is open to anyone. */
export async function worstOfOpenCalls(): Promise<Record<string, WorstCases>> {
  const open = Object.entries(await declaredCalls('USD')).filter(([, { access }]) => access === 'anyone')
  return Object.fromEntries(open.map(([name, call]) => [name, worstOfCalls[name] ?? asDeclared(call)]))
}

const page = (path: (stock: Stock, turn: number) => string): WorstCases => ({
  rendered: get((stock, turn) => past(path(stock, turn), turn)),
})

const openScreens = screens.filter(({ access }) => ['public', 'search', 'catalogue', 'anyone'].includes(access))

/** Worst cases of each screen that is open to anyone, by its path in the table of screens. */
export const worstOfScreens: Readonly<Record<string, WorstCases>> = {
  ...Object.fromEntries(openScreens.map(({ path }) => [path, page(() => `/${path}`)])),
  'books/:category_name': {
    ...page(() => '/books/novel-book'),
    'from a place far away': get((stock, turn) => past(`/books/novel-book?cursor=${stock.farCursor}`, turn)),
    'of no category': get((_stock, turn) => `/books/none-${turn}`),
  },
  'advertise/:advertiseId/:slug?': {
    ...page(({ books }, turn) => `/advertise/${inTurn(books, turn)}`),
    'with its own address': get((stock, turn) => past(`/advertise/${inTurn(stock.books, turn)}/slug-${turn}`, turn)),
    'its data': get((stock, turn) => past(`/advertise/${inTurn(stock.books, turn)}.data`, turn)),
    'of no book': get((_stock, turn) => `/advertise/00000000-0000-4000-8000-0000000000${10 + turn}`),
  },
  'all-products': {
    ...page(() => '/all-products'),
    'by price': get((_stock, turn) => past('/all-products?sort=price', turn)),
  },
  search: Object.fromEntries(
    Object.entries(searches('/search')).filter(([name]) =>
      /^(?:twelve|six|one|beginn|filters|words|a common)/.test(name),
    ),
  ),
  'sellers/:id': {
    ...page(({ seller }) => `/sellers/${seller}`),
    'by price': get(({ seller }, turn) => past(`/sellers/${seller}?sort=price`, turn)),
  },
  'report/:kind/:id': page(({ books }, turn) => `/report/book/${inTurn(books, turn)}`),
  'buy/:bookId': page(({ books }, turn) => `/buy/${inTurn(books, turn)}`),
  'answer/:token': page((_stock, turn) => `/answer/${noToken(turn)}`),
  'stop-emails/:token': page((_stock, turn) => `/stop-emails/${noToken(turn)}`),
  '*': {
    'a long address': get((_stock, turn) => `/${'no/'.repeat(4500)}${turn}`),
    'a long name': get((_stock, turn) => `/${'n'.repeat(14_000)}${turn}`),
    'many parameters': get(
      (_stock, turn) => `/none?${Array.from({ length: 2500 }, (_, at) => `a${at}=${turn}`).join('&')}`,
    ),
    'its data': get((_stock, turn) => `/${'no/'.repeat(4500)}${turn}.data`),
    'encoded signs': get((_stock, turn) => `/${'%E4%B8%89'.repeat(1500)}${turn}`),
    unreadable: get((_stock, turn) => `/%E0%A4%A${turn}`),
  },
}

/** Worst cases of other routes, by method and address. */
export const worstOfOthers: Readonly<Record<string, WorstCases>> = {
  'GET /all-products.atom': { all: get((_stock, turn) => past('/all-products.atom', turn)) },
  'GET /search.atom': Object.fromEntries(
    Object.entries(searches('/search.atom')).filter(([name]) => /^(?:twelve|one|filters)/.test(name)),
  ),
  'GET /manifest.webmanifest': { all: get((_stock, turn) => past('/manifest.webmanifest', turn)) },
  'GET /opensearch.xml': { all: get((_stock, turn) => past('/opensearch.xml', turn)) },
  'GET /robots.txt': { all: get((_stock, turn) => past('/robots.txt', turn)) },
  'GET /share/site.png': { all: get((_stock, turn) => past('/share/site.png', turn)) },
  'GET /share/covers/:id.jpg': {
    'drawn for the first time': get(({ books }, turn) => `/share/covers/${inTurn(books, turn)}.jpg`),
  },
  'GET /share/books/:id.png': {
    'drawn for the first time': get(({ books }, turn) => `/share/books/${inTurn(books, turn)}.png`),
    'asked whether it changed': ({ books }, turn) => ({
      path: `/share/books/${inTurn(books, turn)}.png`,
      headers: { 'if-none-match': Array.from({ length: 500 }, (_, at) => `"${at}-${turn}-abcdefghij"`).join(', ') },
    }),
  },
  'GET /sitemap.xml': { all: get((_stock, turn) => past('/sitemap.xml', turn)) },
  'GET /sitemaps/:name.xml': {
    'for the first time': get(({ maps }, turn) => inTurn(maps, turn)),
    unpacked: get(({ maps }) => maps[0]!),
    'made up': get((_stock, turn) => `/sitemaps/books-0-00000000-0000-4000-8000-0000000000${10 + turn}.xml`),
  },
  'POST /stop-emails/:token': { 'a token of nobody’s': post(`/stop-emails/${noToken(1)}`, () => ({})) },
  [`GET ${API_BASE}/openapi.json`]: { all: api((_stock, turn) => past('/openapi.json', turn)) },
  [`GET ${API_BASE}/docs`]: { all: api((_stock, turn) => past('/docs', turn)) },
  [`GET ${API_BASE}/*`]: {
    'no call': api((_stock, turn) => `/${'no/'.repeat(4500)}${turn}`),
    'asked with a made-up token': (_stock, turn) => ({
      path: `${API_BASE}/my-books`,
      headers: { authorization: `Bearer ${'eyJhbGciOiJFZERTQSJ9.'.repeat(3)}${'a'.repeat(7000)}${turn}` },
    }),
  },
}

const asMember =
  (path: (stock: Stock, turn: number) => string): Ask =>
  (stock, turn) => ({ path: API_BASE + path(stock, turn), headers: { authorization: `Bearer ${stock.token}` } })
const letters = (turn: number) => query(shuffled('a e i o n r s t l d h u'.split(' '), turn))

/** Worst cases of members' calls whose cost grows with the catalogue or with saved searches. */
export const worstOfMembers: Readonly<Record<string, WorstCases>> = {
  countLooking: {
    'of common words': asMember(
      (stock, turn) => `/wants/looking?title=${twelve(stock, turn)}&author=${query(shuffled(stock.common, turn + 1))}`,
    ),
  },
  listMyBooks: {
    'a page of 100 of 10,000': asMember((_stock, turn) => past('/my-books?limit=100', turn)),
    'by title': asMember((_stock, turn) => past('/my-books?limit=100&sort=name', turn)),
    'with twelve letters': asMember((_stock, turn) => `/my-books?limit=100&search=${letters(turn)}`),
    'with words of no title': asMember(
      ({ common }, turn) => `/my-books?limit=100&search=${query([...common.slice(0, 3), `none${turn}`])}`,
    ),
  },
  countMyBooks: { 'with twelve letters': asMember((_stock, turn) => `/my-books/count?search=${letters(turn)}`) },
}
