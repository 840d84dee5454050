import { createHash } from 'node:crypto'
import type { Book } from '#contract/books/books.ts'
import { refuse } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'
import { queue } from '#server/images/queue.ts'
import type { Services } from '#server/services.ts'

/** Version of the drawing: raise it when pictures look different, so that caches drop the old ones. */
const DRAWN_AS = 2
const MOST_CACHED = 60
const MOST_WAITING = 30

export interface SharePicture {
  /** ETag of the contents, known before they are drawn. */
  tag: string
  draw: () => Promise<Buffer>
}

/**
 * Draws share pictures of links, one at a time, with an LRU cache of sixty; refuses, with words, when too many wait.
 */
export function sharePictures({ images, site }: Pick<Services, 'images' | 'site'>) {
  const inTurn = queue(1)
  const cache = new Map<string, Promise<Buffer>>()
  let waiting = 0

  function throughCache(tag: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const cached = cache.get(tag)
    if (cached) {
      cache.delete(tag)
      cache.set(tag, cached)
      return cached
    }
    if (waiting >= MOST_WAITING)
      return refuse('too_many_requests', 'Still drawing other pictures. Please try again in a moment.')
    waiting += 1
    const drawn = inTurn(draw).finally(() => (waiting -= 1))
    cache.set(tag, drawn)
    drawn.catch(() => cache.delete(tag))
    for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - MOST_CACHED))) cache.delete(oldest)
    return drawn
  }

  return {
    ofSite: (): SharePicture => {
      const tag = tagOf({ name: site.name, tagline: site.tagline })
      return { tag, draw: () => throughCache(tag, async () => (await easel()).drawSite(site)) }
    },
    ofBook: (book: Book): SharePicture => {
      const tag = tagOf(shownOf(book, site))
      return { tag, draw: () => throughCache(tag, async () => (await easel()).drawBook(book, site, images)) }
    },
    /** The cover alone. */
    ofCover: ({
      id,
      title,
      author,
      images: [photo],
    }: Pick<Book, 'id' | 'title' | 'author' | 'images'>): SharePicture => {
      const shown = { id, title, author, photo }
      const tag = tagOf({ cover: shown })
      return { tag, draw: () => throughCache(tag, async () => (await easel()).drawBookCover(shown, images)) }
    },
  }
}

/** Lazy: it is a tenth of a start's modules, for pictures alone. */
const easel = () => import('./draw-pictures.ts')

/** Every fact shown on a book's picture, for its ETag. */
function shownOf(book: Book, { name }: Site) {
  const { id, title, author, category, condition, resalePrice, state, images } = book
  return { id, title, author, category, condition, resalePrice, state, photo: images[0], name }
}

function tagOf(shown: object): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWN_AS, shown]))
    .digest('base64url')
    .slice(0, 22)
}
