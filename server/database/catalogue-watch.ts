import type { Pool } from 'pg'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Listener } from './listener.ts'

/**
 * State of the catalogue version in this process (database.schema.sql), by LISTEN/NOTIFY; connects with the first
 * question.
 */
export interface CatalogueWatch {
  /** Newest version heard of: at least that of every write whose commit this process has seen. */
  readonly heard: number
  /** Number of saves of the settings, as of the version last read. */
  readonly saves: number
  /**
   * False where the database, when last read, lacked a migration that the program knows or had an unknown one that does
   * more than expand, or another count: it belongs to another version of the program, was moved (moved-mark.ts), or
   * people sign in elsewhere by now. True where nothing is expected.
   */
  readonly isOurs: boolean
  /** Raised by each loss of the connection: what was cached in an earlier epoch is invalid. */
  readonly epoch: number
  /**
   * A committed version, at most FRESH_MS old: later reads see at least that version. Synchronous where it is cached;
   * null where it can't be read.
   */
  current(): number | Promise<number | null>
  /** Sets the names of the program's migrations, which `isOurs` goes by. */
  expectMigrations(known: readonly string[]): void
  /** Sets a statement that counts, and what `isOurs` expects of it. */
  expectCount(statement: string, count: number): void
  /** Sets the statement that counts saves of the settings; 0 without one. */
  countSavesBy(statement: string): void
  /** Makes a pool's sessions report the versions they raise before their commit returns. */
  follow(pool: Pool): void
}

/** How long a version stays fresh, ms; then it is read again. */
const FRESH_MS = 100
const CHANNEL = 'catalogue_version'
/** Counts the program's own migrations, and those that it can't work with. */
const RESTRICTING = `SELECT count(*) FROM schema_migrations WHERE name = ANY ($1) OR kind IS DISTINCT FROM 'expand'`
/** Session setting that asks to be notified of the session's own changes; no effect on other databases. */
export const REPORT_VERSION = 'dogear.tell_catalogue_version'

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
  #known: readonly string[] | null = null
  #countSaves = 'SELECT 0'
  #counted = { statement: 'SELECT 0', expected: 0, found: 0 }
  #migrations: number | null = null
  /** Newest version read from the database, and when that was asked. */
  #committed = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<boolean> | null = null

  constructor(listener: Listener, breaker: Pick<CircuitBreaker, 'isOpen'>) {
    this.#listener = listener
    this.#breaker = breaker
    // A notification can be sent by any session; only the row says what is committed.
    listener.subscribe({ channel: CHANNEL, hear: (words) => this.#hear(words), lost: () => this.#forget() })
  }

  current(): number | Promise<number | null> {
    const isFresh = performance.now() - this.#askedAt < FRESH_MS
    return isFresh && this.#committed === this.heard ? this.#committed : this.#ask(performance.now() - FRESH_MS)
  }

  expectMigrations(known: readonly string[]): void {
    this.#known = known
  }

  expectCount(statement: string, expected: number): void {
    this.#counted = { statement, expected, found: expected }
  }

  countSavesBy(statement: string): void {
    this.#countSaves = statement
  }

  get isOurs(): boolean {
    if (this.#counted.found !== this.#counted.expected) return false
    return this.#known === null || this.#migrations === null || this.#migrations === this.#known.length
  }

  follow(pool: Pool): void {
    pool.on('connect', (client) => {
      client.on('notice', ({ message = '' }) => {
        const [channel, version = ''] = message.split(' ')
        if (channel === CHANNEL) this.#hear(version)
      })
    })
  }

  /** Reads the version, or joins a read in flight that began after the given moment. */
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

  /** False where it can't be read. */
  async #read(): Promise<boolean> {
    const client = await this.#listener.connected().catch(() => null)
    if (!client) return false
    const { epoch } = this
    try {
      const askedAt = performance.now()
      const { rows } = await client.query<{ version: string; saves: string; counted: string; migrations: string }>(
        `SELECT version, (${this.#countSaves}) AS saves, (${this.#counted.statement}) AS counted,
           (${this.#known ? RESTRICTING : 'SELECT 0'}) AS migrations
         FROM catalogue_version`,
        this.#known ? [this.#known] : [],
      )
      const [row] = rows
      if (!row || epoch !== this.epoch) return false
      this.#committed = Number(row.version)
      this.saves = Number(row.saves)
      this.#counted.found = Number(row.counted)
      this.#migrations = Number(row.migrations)
      this.#askedAt = askedAt
      this.#hear(row.version)
      return true
    } catch {
      this.#listener.lose(client)
      return false
    }
  }

  /** The payload's first word is the version. */
  #hear(words: string): void {
    const version = Number.parseInt(words, 10)
    if (version > this.heard) this.heard = version
  }

  /** Clears everything: another database may answer next. */
  #forget(): void {
    this.#committed = 0
    this.#askedAt = Number.NEGATIVE_INFINITY
    this.heard = 0
    this.epoch += 1
  }
}
