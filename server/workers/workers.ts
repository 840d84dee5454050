import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#server/database/operator-error.ts'
import { addUp } from '#server/metrics/add-up.ts'
import type { Family } from '#server/metrics/exposition.ts'
import type { ProcessMetrics } from '#server/metrics/read-metrics.ts'
import { countsInMemory } from '#server/ports/request-counts.ts'
import type { Log } from '#server/services.ts'
import { Channel, type Background, type OpenDatabase } from './channel.ts'
import type { Port } from './port.ts'
import { readAllMetrics } from './read-all-metrics.ts'
import { replacementPause } from './replacement-pause.ts'
import { takerOf, type Slot } from './slot.ts'
import { WORKER } from './worker-flag.ts'

interface Options {
  count: number
  /** Listens already. */
  port: Port
  /** Environment in which each reads the same settings. */
  env: NodeJS.ProcessEnv
  stage: string
}

/** What is there once the database is ready. */
export interface ReadyShop extends Omit<OpenDatabase, 'background'> {
  log: Log
  background: () => Background
  /** Metrics of this process. */
  readMetrics: () => ProcessMetrics
}

interface Ended {
  code: number | null
  signal: string | null
  livedMs: number
}

const PING_MS = 10_000
/** So many signs of life in a row may be missing. */
const MOST_UNANSWERED = 6
const BACKGROUND_MS = 500
/** A request may take half a minute. */
const CLOSES_WITHIN_MS = 45_000

/**
 * The processes that answer requests, on one port: each connection is handed to the next of them. This process has the
 * database and the jobs, counts requests for all, and replaces a worker that ends or shows no life.
 */
export class Workers {
  readonly #options: Options
  readonly #slots = new Map<number, Slot>()
  readonly #counts = countsInMemory()
  readonly #timers: NodeJS.Timeout[] = []
  /** Pause before the last replacement in each place. */
  readonly #pauses = new Map<number, number>()
  #stage: string
  #shop: ReadyShop | null = null
  /** Counters of workers that ended. */
  #past: Family[] = []
  #told = ''
  #closing: Promise<void> | null = null

  constructor(options: Options) {
    this.#options = options
    this.#stage = options.stage
  }

  /** Starts all, which then have requests wait. Rejects (OperatorError) where one can't. */
  async begin(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.count }, (_, at) => this.#start(at + 1)))
    this.#timers.push(setInterval(() => this.#lookForLife(), PING_MS).unref())
  }

  setStage(stage: string): void {
    this.#stage = stage
    for (const { channel } of this.#slots.values()) void channel.ask('stage', stage)
  }

  /** Where they listen, as a server's. */
  address(): AddressInfo | string {
    return this.#options.port.address()
  }

  /** Has all open the shop; rejects (OperatorError) where one can't. */
  async open(shop: ReadyShop): Promise<void> {
    this.#shop = shop
    await Promise.all([...this.#slots.values()].map((slot) => this.#openShop(slot, shop)))
    this.#timers.push(setInterval(() => this.#tellBackground(shop), BACKGROUND_MS).unref())
  }

  /** Has all finish what is under way, and end. Calling it again waits for the same. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    const slots = [...this.#slots.values()].map((slot) => ({ ...slot, ended: slot.ended.catch(() => {}) }))
    const late = setTimeout(() => slots.forEach(({ worker }) => worker.kill('SIGKILL')), CLOSES_WITHIN_MS)
    await Promise.all(slots.map(({ channel, ended }) => Promise.race([channel.ask('drain', null), ended])))
    await this.#options.port.close()
    await Promise.all(slots.map(({ channel, ended }) => (void channel.ask('close', null), ended)))
    clearTimeout(late)
  }

  async #start(number: number): Promise<Slot> {
    const slot = this.#fork(number)
    const { port } = this.#options
    await Promise.race([slot.hears, slot.ended])
    await Promise.race([slot.channel.ask('begin', { number, address: port.address(), stage: this.#stage }), slot.ended])
    port.add(slot.take)
    return slot
  }

  #fork(number: number): Slot {
    // The program's own arguments are for itself.
    const worker = fork(process.argv[1]!, [WORKER], { env: this.#options.env })
    const { promise: hears, resolve: hear } = Promise.withResolvers<void>()
    const ended = once(worker, 'exit').then(([code, signal]) => {
      throw new OperatorError(`A process of the shop ended (${signal ?? `exit code ${code}`}) before it was open.`)
    })
    ended.catch(() => {})
    const peer = {
      // A worker that has ended can’t receive messages.
      send: (message: object) => void (worker.connected && worker.send(message, () => {})),
      onMessage: (receive: (message: unknown) => void) => void worker.on('message', receive),
    }
    const taking: Slot['taking'] = new Map()
    const take = takerOf(worker, taking)
    const channel = new Channel(peer, {
      here: () => (hear(), null),
      count: ({ key, costs, windowMs }) => this.#counts.add(key, costs, windowMs),
      allMetrics: () =>
        readAllMetrics({ slots: this.#slots.values(), ours: this.#shop?.readMetrics(), past: this.#past }),
      leaving: async () => {
        this.#options.port.remove(take)
        await Promise.allSettled([...taking.values()].map(({ promise }) => promise))
        return null
      },
    })
    const slot: Slot = {
      number,
      worker,
      channel,
      hears,
      ended,
      take,
      taking,
      isOpen: false,
      unanswered: 0,
      counters: [],
    }
    this.#slots.set(number, slot)
    const startedAt = performance.now()
    worker.once('exit', (code, signal) => this.#ended(slot, { code, signal, livedMs: performance.now() - startedAt }))
    return slot
  }

  async #openShop(slot: Slot, { databaseUrl, migrations, googleStandIn, background }: ReadyShop): Promise<void> {
    const given = { databaseUrl, migrations, googleStandIn, background: background() }
    await Promise.race([slot.channel.ask('open', given), slot.ended])
    slot.isOpen = true
  }

  #ended(slot: Slot, { code, signal, livedMs }: Ended): void {
    const { number, isOpen } = slot
    this.#options.port.remove(slot.take)
    for (const { reject } of slot.taking.values()) reject(new Error('The worker ended.'))
    this.#past = addUp([this.#past, slot.counters])
    Object.assign(slot, { isOpen: false, counters: [] })
    // One that ends before the shop was open ends the start.
    if (this.#closing || !this.#shop || (!isOpen && !this.#pauses.has(number))) return
    const pauseMs = replacementPause(this.#pauses.get(number) ?? null, livedMs)
    this.#pauses.set(number, pauseMs)
    const facts = { worker: number, code, signal, inSeconds: Math.round(pauseMs / 100) / 10 }
    this.#shop.log.error(facts, 'a worker ended by itself; another takes its place')
    void this.#replace(number, pauseMs)
  }

  async #replace(number: number, pauseMs: number): Promise<void> {
    await sleep(pauseMs, undefined, { ref: false })
    const shop = this.#shop
    if (this.#closing || !shop) return
    try {
      const slot = await this.#start(number)
      if (this.#closing) return void slot.channel.ask('close', null)
      await this.#openShop(slot, shop)
      shop.log.warn({ worker: number }, 'the worker’s place is taken again')
    } catch (err) {
      shop.log.error({ err, worker: number }, 'a worker could not be replaced; it is tried again')
      this.#slots.get(number)?.worker.kill('SIGKILL')
    }
  }

  #lookForLife(): void {
    for (const slot of this.#slots.values()) {
      if (!slot.isOpen || !slot.worker.connected) continue
      if (slot.unanswered >= MOST_UNANSWERED) {
        this.#shop?.log.error({ worker: slot.number }, 'a worker shows no life; it is ended')
        slot.worker.kill('SIGKILL')
      }
      slot.unanswered += 1
      void slot.channel.ask('ping', null).then(() => (slot.unanswered = 0))
    }
  }

  #tellBackground({ background }: ReadyShop): void {
    const present = background()
    if (JSON.stringify(present) === this.#told) return
    this.#told = JSON.stringify(present)
    for (const { channel } of this.#slots.values()) void channel.ask('background', present)
  }
}
