import type { Pool } from 'pg'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Listener } from './listener.ts'

/** What a process knows of the catalogue version (database.schema.sql); connected from the first question on. */
export interface CatalogueWatch {
  /** The newest version heard of: at least that of every write that this process was told has succeeded. */
  readonly heard: number
  /** How many times settings were saved until the version that was last asked for. */
  readonly saves: number
  /**
   * False where the database, when it was last asked, had other migrations than the program expects: it belongs to
   * another version of the program, or to another place (moved-mark.ts). True where nothing is expected.
   */
  readonly isOurs: boolean
  /** Another one from each loss of the connection on: what was known before says nothing any more. */
  readonly epoch: number
  /**
   * A version that is committed, as of a moment that is no more than FRESH_MS ago: whoever reads from now on reads at
   * least that. At once where it is known; null where it can't be said.
   */
  current(): number | Promise<number | null>
  /** Says how many migrations the program has made there, or found. */
  expectMigrations(count: number): void
  /** Says by which statement saved settings are counted; 0 without one. */
  countSavesBy(statement: string): void
  /** Has the sessions of a pool tell the versions that they raise, before their commit is reported as done. */
  follow(pool: Pool): void
}

/** How long a version that was read counts as current, ms; then it is read again. */
const FRESH_MS = 100
const CHANNEL = 'catalogue_version'
/** The setting with which a session asks to be told; it has no effect on other databases. */
export const TELL_VERSION = 'dogear.tell_catalogue_version'

/** Watches the catalogue version of the listener's database. Nothing is contacted before it is asked. */
export function watchCatalogue(listener: Listener, breaker: Pick<CircuitBreaker, 'isOpen'>): CatalogueWatch {
  return new Watch(listener, breaker)
}

class Watch implements CatalogueWatch {
  readonly #listener: Listener
  readonly #breaker: Pick<CircuitBreaker, 'isOpen'>
  heard = 0
  saves = 0
  epoch = 0
  #expected: number | null = null
  #countSaves = 'SELECT 0'
  #migrations: number | null = null
  /** The newest that the database has said is committed, and when it was asked for that. */
  #committed = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<boolean> | null = null

  constructor(listener: Listener, breaker: Pick<CircuitBreaker, 'isOpen'>) {
    this.#listener = listener
    this.#breaker = breaker
    // Only the row itself says what is committed: a channel can be called by anyone.
    listener.subscribe({ channel: CHANNEL, hear: (words) => this.#hear(words), lost: () => this.#forget() })
  }

  current(): number | Promise<number | null> {
    const isFresh = performance.now() - this.#askedAt < FRESH_MS
    return isFresh && this.#committed === this.heard ? this.#committed : this.#ask(performance.now() - FRESH_MS)
  }

  expectMigrations(count: number): void {
    this.#expected = count
  }

  countSavesBy(statement: string): void {
    this.#countSaves = statement
  }

  get isOurs(): boolean {
    return this.#expected === null || this.#migrations === null || this.#migrations === this.#expected
  }

  follow(pool: Pool): void {
    pool.on('connect', (client) => {
      client.on('notice', ({ message = '' }) => {
        const [channel, version = ''] = message.split(' ')
        if (channel === CHANNEL) this.#hear(version)
      })
    })
  }

  /** Asks, unless somebody has after the given moment. An answer that is under way may have been asked for earlier. */
  async #ask(since: number): Promise<number | null> {
    for (let turn = 0; turn < 2; turn += 1) {
      if (this.#breaker.isOpen) return null
      if (!(await this.#readOnce())) return null
      if (this.#askedAt >= since) return this.#committed
    }
    return null
  }

  #readOnce(): Promise<boolean> {
    return (this.#asking ??= this.#read().finally(() => (this.#asking = null)))
  }

  /** False where nothing can be said. */
  async #read(): Promise<boolean> {
    const client = await this.#listener.connected().catch(() => null)
    if (!client) return false
    const { epoch } = this
    try {
      const askedAt = performance.now()
      const { rows } = await client.query<{ version: string; saves: string; migrations: string }>(
        `SELECT version, (${this.#countSaves}) AS saves,
           (SELECT count(*) FROM schema_migrations) AS migrations
         FROM catalogue_version`,
      )
      const [row] = rows
      if (!row || epoch !== this.epoch) return false
      this.#committed = Number(row.version)
      this.saves = Number(row.saves)
      this.#migrations = Number(row.migrations)
      this.#askedAt = askedAt
      this.#hear(row.version)
      return true
    } catch {
      this.#listener.lose(client)
      return false
    }
  }

  /** The first word is the version; what follows is for whoever wants to know more. */
  #hear(words: string): void {
    const version = Number.parseInt(words, 10)
    if (version > this.heard) this.heard = version
  }

  /** Forgets all: it may be another database that answers next. */
  #forget(): void {
    this.#committed = 0
    this.#askedAt = Number.NEGATIVE_INFINITY
    this.heard = 0
    this.epoch += 1
  }
}
