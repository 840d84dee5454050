import { copyOfDrawnDemo } from '#tests/kit/drawn-demo.ts'
import { startInstances } from '#tests/kit/outside/several-instances.ts'
import { startShop, type ShopProcess } from '#tests/kit/shop-process.ts'
import type { Club } from './clubs.ts'

/** Settings as the environment has them. */
export type ShopSettings = Record<string, string>

// Most journeys use one of two sets; each other set has a file of its own.
const MOST_OPEN = 3
/** By the part `journeys` of `npm run test:outside`. */
const ARE_SEVERAL = process.env.SEVERAL_INSTANCES === 'yes'
/** Several instances don't begin with a copy of the drawn demo: each shop draws its own, into its object store. */
export const OPENS_WITHIN_MS = ARE_SEVERAL ? 600_000 : 120_000

/**
 * Shops of a worker's journeys, by settings; each opens with its first journey. A worker and its browser serve journeys
 * of any settings.
 */
export class WorkerShops {
  /** Open shops by settings, least recently used first. */
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
    if (ARE_SEVERAL && settings.DOGEAR_MODE !== 'live') return startInstances(settings)
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
