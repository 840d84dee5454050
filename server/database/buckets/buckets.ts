/**
 * Buckets: what public pages show, in parts that change by themselves. A commit notes those that it changes
 * (0105-catalogue-changes.sql has the same names), a cached page those that it shows.
 */
export const buckets = {
  everything: 'everything',
  categories: 'categories',
  advertised: 'advertised',
  wanted: 'wanted',
  book: (id: string) => `book ${id}`,
  /** The public fields of an account, which each of its books shows. */
  name: (sellerId: string) => `name ${sellerId}`,
  /** What is said of a seller beside that. */
  seller: (id: string) => `seller ${id}`,
  /** Books that enter a list because they are listed, come back or change places. */
  newIn: (scope: Scope) => `new ${named(scope)}`,
  /** Those of them that may have been listed long ago. */
  backIn: (scope: Scope) => `back ${named(scope)}`,
  pricedIn: (scope: Scope) => `priced ${named(scope)}`,
  countOf: (scope: Scope) => `count ${named(scope)}`,
}

/** All books, those of a category, or those of a seller. */
interface Scope {
  category?: string | undefined
  sellerId?: string | undefined
}

const named = ({ category, sellerId }: Scope) => {
  if (sellerId !== undefined) return `seller ${sellerId}`
  return category === undefined ? 'all' : `category ${category}`
}

/** Number of slots; two buckets share one by chance, so that one page in some hundred is rendered without need. */
export const SLOTS = 2 ** 20

/** Slot of a bucket: its name's FNV-1a hash. */
export function slotOf(bucket: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < bucket.length; at += 1) hash = Math.imul(hash ^ bucket.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 16)) & (SLOTS - 1)
}
