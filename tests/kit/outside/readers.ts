import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What was acknowledged of a book: words that each page which shows it has, and that it is no more on lists once claimed. */
interface Acknowledged {
  words: string
  isClaimed: boolean
  at: number
  isChanging: boolean
}

/** What writers were told, and what readers saw. */
export class Readers {
  readonly #origin: string
  readonly #books = new Map<string, Acknowledged>()
  /** Titles of the newest listings, each with when it was acknowledged. */
  readonly #listed: { title: string; at: number }[] = []
  reads = 0
  misses = 0
  checked = 0
  /** Pages that lacked what was acknowledged before they were asked for. */
  old: string[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Notes a write of a book; from its begin until its acknowledgement both states are right. */
  async change(id: string, words: string, write: () => Promise<unknown>, isClaimed = false): Promise<void> {
    const before = this.#books.get(id)
    if (before) before.isChanging = true
    await write()
    this.#books.set(id, { words, isClaimed, at: performance.now(), isChanging: false })
  }

  async list(title: string, write: () => Promise<unknown>): Promise<void> {
    await write()
    this.#listed.push({ title, at: performance.now() })
  }

  /** Counts from here on. */
  reset(): void {
    Object.assign(this, { reads: 0, misses: 0, checked: 0, old: [] })
  }

  /** Reads a page, and compares all that it shows with what was acknowledged before. */
  async read(url: string, agent?: Agent): Promise<void> {
    const at = performance.now()
    const { page, isMiss } = await get(this.#origin + url, agent)
    this.reads += 1
    if (isMiss) this.misses += 1
    const own = /^\/advertise\/([\w-]{36})$/.exec(url)?.[1]
    const shown = new Set([...page.matchAll(/\/advertise\/([0-9a-f-]{36})/g)].map(([, id]) => id!))
    for (const id of own ? [own] : shown) this.#check(url, page, this.#books.get(id), at, id === own)
    if (url !== '/all-products') return
    for (const { title } of this.#listed.slice(-10).filter((listing) => listing.at < at)) {
      this.checked += 1
      if (!page.includes(title)) this.old.push(`${url} lacks ${title}`)
    }
  }

  #check(url: string, page: string, known: Acknowledged | undefined, at: number, isOwn: boolean): void {
    if (!known || known.isChanging || known.at >= at) return
    this.checked += 1
    const isRight = known.isClaimed && !isOwn ? false : page.includes(known.words)
    if (!isRight) this.old.push(`${url} lacks ${known.words}`)
  }

  /** Visitors, each of whom reads one page after the other: home, lists, and books in Zipf's proportions. */
  start(visitors: number, lists: readonly string[], ids: readonly string[]): { stop(): Promise<unknown> } {
    const state = { isOver: false }
    const sums: number[] = []
    for (const [at] of ids.entries()) sums.push((sums.at(-1) ?? 0) + 1 / (at + 1))
    const next = () => {
      const dice = Math.random()
      if (dice < 0.15) return '/'
      if (dice < 0.3) return lists[Math.floor(Math.random() * lists.length)]!
      const place = Math.random() * sums.at(-1)!
      return `/advertise/${ids[sums.findIndex((sum) => sum >= place)]!}`
    }
    const visit = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!state.isOver) await this.read(next(), agent)
      agent.destroy()
    }
    const all = Promise.all(Array.from({ length: visitors }, visit))
    return {
      stop: () => {
        state.isOver = true
        return all
      },
    }
  }
}

function get(url: string, agent?: Agent): Promise<{ page: string; isMiss: boolean }> {
  return new Promise((resolve, reject) => {
    request(url, { ...(agent && { agent }) }, (answer) => {
      text(answer).then((page) => {
        if (answer.statusCode === 200) resolve({ page, isMiss: answer.headers['x-cache'] !== 'hit' })
        else reject(new Error(`${url} answered ${answer.statusCode}`))
      }, reject)
    })
      .on('error', reject)
      .end()
  })
}
