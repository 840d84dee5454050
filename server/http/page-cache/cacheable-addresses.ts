import { bookSorts } from '#contract/sorts.ts'
import { countBooks, getBook, listAdvertisedBooks, listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import { getSeller, listBooksOfSeller } from '#contract/books/sellers.ts'
import { API_BASE } from '#contract/call.ts'
import { listCategories } from '#contract/books/categories.ts'
import { routeId, screens, type Screen } from '#contract/screens.ts'

/** Cache rule of an address. */
export interface Cacheable {
  /** `few` are as many as the shop has pages; of `many` anyone can ask for more than there is room for. */
  cache: 'few' | 'many'
  isPage: boolean
  /** Also has what the search index says, such as the counts beside filters, which comes a moment after the catalogue. */
  followsIndex?: boolean | undefined
}

/** Words such as for how many years a book was used depend on the day, which changes without a write. */
const PAGE_SECONDS = 600
/** The search index may lag for longer than page cache and purges wait for it. */
const FOLLOWING_SECONDS = 60

/** For how long an answer may be cached that nothing has changed meanwhile, here and by a CDN. */
export const longestSeconds = ({ followsIndex = false }: Pick<Cacheable, 'followsIndex'>): number =>
  followsIndex ? FOLLOWING_SECONDS : PAGE_SECONDS

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SLUG = '[a-z0-9-]{1,60}'
/** What may stand in an address in place of a parameter; each category is one of few, each book one of many. */
const PATTERNS: Record<string, string> = { category_name: SLUG, advertiseId: UUID, slug: '[\\w%-]{1,720}', id: UUID }
const hasMany = (path: string) => /:(?:advertiseId|id)\b/.test(path)
const patternOf = (path: string) => {
  const pattern = path.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string, mayMiss = '') => {
    return `(?:/${PATTERNS[name] ?? '(?!)'})${mayMiss}`
  })
  return new RegExp(`^${pattern}$`)
}

/** The search index lags behind the catalogue, so a search page is never as new as the catalogue's version. */
const FOLLOWING = new Set<string>(['search'])

/** Screens whose pages are the same for every reader. */
const cacheableScreens = screens
  .filter(({ access, path }) => ['public', 'search', 'catalogue'].includes(access) && !FOLLOWING.has(path))
  .map((screen: Screen) => ({
    id: routeId(screen),
    path: patternOf(`/${screen.path}`),
    isMany: hasMany(screen.path),
    isList: screen.access !== 'public',
  }))

/** Public calls that read the catalogue alone. */
const cacheableCalls = [
  listBooks,
  listBooksOfCategory,
  countBooks,
  listAdvertisedBooks,
  getBook,
  getSeller,
  listBooksOfSeller,
  listCategories,
]

const apiPaths = cacheableCalls.map(({ path }) => ({ pattern: patternOf(API_BASE + path), isMany: hasMany(path) }))

const sort = new RegExp(`^(?:${bookSorts.join('|')})$`)
const CURSOR = /^[\w-]{1,800}$/
/** Query parameters of these calls. */
const ofCalls: Record<string, RegExp> = {
  sort,
  cursor: CURSOR,
  limit: /^\d{1,3}$/,
  available: /^(?:unsold|all)$/,
  category_name: new RegExp(`^${SLUG}$`),
  seller: new RegExp(`^${UUID}$`),
}
/** The feed of all books reads the catalogue alone; those of searches follow it, as searches do. */
const FEED = '/all-products.atom'

const ofLists: Record<string, RegExp> = { sort, cursor: CURSOR }

/**
 * Whether and how the answer at an address may be cached; null where it may not. An address with a parameter that is not
 * known there, or twice, or written unlike our own links, bypasses the cache: made-up names can't fill it.
 */
export function cacheableAs(url: string): Cacheable | null {
  if (url === FEED) return { cache: 'few', isPage: true }
  const [path = '', query = '', ...more] = url.split('?')
  if (more.length > 0 || (query === '' && url.endsWith('?'))) return null
  const parameters = new URLSearchParams(query)
  if (parameters.toString() !== query) return null
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) return null
  return path.startsWith(`${API_BASE}/`) ? cacheableCall(path, parameters) : cacheablePage(path, parameters)
}

function cacheableCall(path: string, parameters: URLSearchParams): Cacheable | null {
  const call = apiPaths.find(({ pattern }) => pattern.test(path))
  if (!call || !areKnown(parameters, ofCalls)) return null
  const isMany = call.isMany || ['cursor', 'limit', 'seller'].some((name) => parameters.has(name))
  return { cache: isMany ? 'many' : 'few', isPage: false }
}

/** A page or, with `.data` behind its path, what the browser loads of it on the way from another one. */
function cacheablePage(path: string, parameters: URLSearchParams): Cacheable | null {
  const isData = path.endsWith(DATA)
  const place = isData ? pathOfData(path) : path
  const screen = cacheableScreens.find((one) => one.path.test(place))
  if (!screen) return null
  const patterns: Record<string, RegExp> = {
    ...(screen.isList && ofLists),
    ...(isData && { _routes: new RegExp(`^${screen.id.replaceAll(/[?*]/g, '\\$&')}$`) }),
  }
  if (!areKnown(parameters, patterns)) return null
  const cache = screen.isMany || parameters.has('cursor') ? 'many' : 'few'
  return { cache, isPage: true, followsIndex: screen.isList }
}

const DATA = '.data'
/** Path of the screen whose data is fetched. Home's data is `/_.data`; `/.data` belongs to no screen. */
const pathOfData = (path: string) => (path === `/_${DATA}` ? '/' : path.slice(0, -DATA.length).replace(/^\/$/, ''))

const areKnown = (parameters: URLSearchParams, known: Record<string, RegExp>) =>
  [...parameters].every(([name, value]) => Object.hasOwn(known, name) && known[name]!.test(value))
