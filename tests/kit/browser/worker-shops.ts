import { copyOfDrawnDemo } from '#tests/kit/drawn-demo.ts'
import { startShop, type ShopProcess } from '#tests/kit/shop-process.ts'
import type { Club } from './clubs.ts'

/** Settings as the environment has them. */
export type ShopSettings = Record<string, string>

// Most journeys want one of two; of the others each has a file of its own.
const MOST_OPEN = 3

/**
 * The shops that a worker's journeys are in: all that want the same settings are in the same one, which opens with the
 * first of them. A worker and its browser serve journeys of any settings.
 */
export class WorkerShops {
  /** By their settings; whoever was asked for last stands last. */
  readonly #open = new Map<string, ShopProcess>()
  readonly #clubs = new WeakMap<ShopProcess, Club>()

  async shopWith(settings: ShopSettings): Promise<ShopProcess> {
    const key = JSON.stringify(settings)
    const shop = this.#open.get(key) ?? (await this.#openOneMore(settings))
    this.#open.delete(key)
    this.#open.set(key, shop)
    return shop
  }

  /** The club that was made in this shop, or is made now. */
  async clubIn(shop: ShopProcess, make: (shop: ShopProcess) => Promise<Club>): Promise<Club> {
    const club = this.#clubs.get(shop) ?? (await make(shop))
    this.#clubs.set(shop, club)
    return club
  }

  async closeAll(): Promise<void> {
    for (const key of this.#open.keys()) await this.#close(key)
  }

  async #openOneMore(settings: ShopSettings): Promise<ShopProcess> {
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size >= MOST_OPEN) await this.#close(oldest)
    // A live shop has no demo.
    const folder = settings.DOGEAR_MODE === 'live' ? {} : { dataDir: await copyOfDrawnDemo() }
    return startShop({ env: settings, ...folder })
  }

  async #close(key: string): Promise<void> {
    const shop = this.#open.get(key)
    this.#open.delete(key)
    await shop?.stop()
  }
}
