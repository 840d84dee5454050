import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import { Flight } from './flight.ts'
import type { Kept } from './kept-addresses.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { Shelf } from './shelf.ts'

/**
 * Some words depend on the day, such as for how many years a book was used, and the day changes without a write: no
 * answer is kept for longer than this.
 */
const MOST_AGE_MS = 60_000
/** What can be asked for without end has a shelf of its own: whoever fills that displaces nothing else. */
const ROOM_BYTES = { few: 12e6, many: 24e6 }

interface Item {
  answer: KeptAnswer
  flight: Flight
  bytes: number
}

/** Answers by address, each for one version of the catalogue. */
export class PageMemory {
  readonly #watch: CatalogueWatch
  readonly #shelves: Record<Kept['shelf'], Shelf<Item>>
  readonly #flights = new Map<string, Flight>()

  constructor(watch: CatalogueWatch, room = ROOM_BYTES) {
    this.#watch = watch
    this.#shelves = { few: new Shelf(room.few), many: new Shelf(room.many) }
  }

  /** At once; null where there is none, or where it can't be said at once whether it is still true. */
  find(url: string): KeptAnswer | null {
    const item = this.#itemAt(url)
    if (!item) return null
    const isKnown = typeof this.#watch.current() === 'number'
    return isKnown && this.#isNew(item.flight) ? item.answer : null
  }

  /**
   * The answer, which may be in the making; or the flight on which the caller shall make it; or null, where the memory
   * is no use at the moment.
   */
  async ask(url: string, kept: Kept): Promise<KeptAnswer | Flight | null> {
    for (;;) {
      const version = await this.#watch.current()
      if (version === null) return null
      const item = this.#itemAt(url)
      if (item && this.#isNew(item.flight)) return item.answer
      const underWay = this.#flights.get(url)
      if (!underWay || !this.#isNew(underWay))
        return this.#start(url, new Flight(kept, { version, epoch: this.#watch.epoch }))
      const landed = await underWay.landed
      if (landed !== 'left') return landed
    }
  }

  #start(url: string, flight: Flight): Flight {
    this.#flights.set(url, flight)
    void flight.landed.then((answer) => {
      if (this.#flights.get(url) === flight) this.#flights.delete(url)
      // Something may have been written meanwhile: then the answer is for those who asked before that, and not kept.
      if (answer && answer !== 'left' && this.#isNew(flight))
        this.#shelves[flight.kept.shelf].set(url, { answer, flight, bytes: answer.bytes })
    })
    return flight
  }

  #itemAt(url: string): Item | null {
    const { few, many } = this.#shelves
    const item = few.get(url) ?? many.get(url)
    return item && performance.now() - item.flight.startedAt < MOST_AGE_MS ? item : null
  }

  /** Whether what is made on it has all in it that was written until now. */
  #isNew({ version, epoch }: Flight): boolean {
    return version >= this.#watch.heard && epoch === this.#watch.epoch
  }
}
