import { createHash } from 'node:crypto'
import type { Book } from '#contract/books/books.ts'
import { refuse } from '#contract/problems.ts'
import type { Site } from '#contract/site.ts'
import { queue } from '#server/images/queue.ts'
import { rasterise } from '#server/images/rasterise.ts'
import { sharp } from '#server/images/sharp.ts'
import type { Services } from '#server/services.ts'
import { bookCard, COVER_BOX, siteCard, type Typefaces } from './share-card.ts'

/** Raise it when the pictures look different from now on, so that nobody keeps the old ones. */
const DRAWN_AS = 1
const MOST_KEPT = 60
const MOST_WAITING = 30

export interface SharePicture {
  /** Names the contents, and is known before they are drawn. */
  tag: string
  draw: () => Promise<Buffer>
}

/**
 * Draws the pictures that links are shown with. One at a time, each once for as long as it is among the last sixty
 * asked for; when too many wait, more are refused in words.
 */
export function sharePictures({ images, site }: Pick<Services, 'images' | 'site'>) {
  const inTurn = queue(1)
  const kept = new Map<string, Promise<Buffer>>()
  let waiting = 0
  let faces: Typefaces | undefined
  const typefaces = async () => (faces ??= await openTypefaces())

  function remembered(tag: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = kept.get(tag)
    if (known) {
      kept.delete(tag)
      kept.set(tag, known)
      return known
    }
    if (waiting >= MOST_WAITING)
      return refuse('too_many_requests', 'Still drawing other pictures. Please try again in a moment.')
    waiting += 1
    const drawn = inTurn(draw).finally(() => (waiting -= 1))
    kept.set(tag, drawn)
    drawn.catch(() => kept.delete(tag))
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(oldest)
    return drawn
  }

  return {
    ofSite: (): SharePicture => {
      const tag = tagOf({ name: site.name, tagline: site.tagline })
      return {
        tag,
        draw: () => remembered(tag, async () => smaller(await rasterise(siteCard(site, await typefaces())))),
      }
    },
    ofBook: (book: Book): SharePicture => {
      const tag = tagOf(shownOf(book, site))
      return { tag, draw: () => remembered(tag, async () => drawBook(book, site, images, await typefaces())) }
    },
  }
}

/** Loaded with the first picture: what reads the files is a tenth of what a start would load, and for nothing else. */
async function openTypefaces(): Promise<Typefaces> {
  const { openFraunces, openInstrument } = await import('./typefaces.ts')
  return { fraunces: openFraunces(), instrument: openInstrument() }
}

async function drawBook(book: Book, site: Site, images: Services['images'], faces: Typefaces): Promise<Buffer> {
  const [url] = book.images
  const photo = url === undefined ? null : await images.read(url)
  const card = await rasterise(bookCard(photo ? book : { ...book, images: [] }, site, faces))
  return smaller(card, photo ? [await photoInPlace(photo)] : [])
}

async function photoInPlace(photo: Uint8Array) {
  const { x: left, y: top, width, height } = COVER_BOX
  return { input: await sharp(photo).resize(width, height, { fit: 'cover' }).png().toBuffer(), left, top }
}

function smaller(picture: Buffer, above: Awaited<ReturnType<typeof photoInPlace>>[] = []): Promise<Buffer> {
  return sharp(picture).composite(above).png({ compressionLevel: 8 }).toBuffer()
}

/** Everything that is seen on a book's picture. */
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
