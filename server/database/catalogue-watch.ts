import type { CircuitBreaker } from './circuit-breaker.ts'
import { BucketChanges } from './buckets/bucket-changes.ts'
import type { Listener } from './listener.ts'
import { shareNext } from './reaching/share-next.ts'

/** What of the catalogue has changed, as this process knows; connects with the first question. */
export interface CatalogueWatch {
  /** Number of saves of the settings, as of the last look. */
  readonly saves: number
  /**
   * False where the database, when last read, lacked a migration that the program knows or had an unknown one that does
   * more than expand, or another count: it belongs to another version of the program, was moved (moved-mark.ts), or
   * people sign in elsewhere by now. True where nothing is expected.
   */
  readonly isOurs: boolean
  /** Raised by each loss of the connection. */
  readonly epoch: number
  /** Position of the last look; it rises with each that finds a change. */
  readonly position: number
  /** The position of a look at most FRESH_MS ago. Synchronous where there is one; null where the database can't be read. */
  current(): number | Promise<number | null>
  /**
   * The position of a look that began after the call, so that it has every commit that anybody was told of before. All
   * who ask meanwhile share the next look. Null where the database can't be read.
   */
  present(): Promise<number | null>
  /** Whether none of these slots (buckets.ts) has changed since a position, as of the last look. */
  isUnchanged(since: number, slots: Iterable<number>): boolean
  /** Sets the names of the program's migrations, which `isOurs` goes by. */
  expectMigrations(known: readonly string[]): void
  /** Sets a statement that counts, and what `isOurs` expects of it. */
  expectCount(statement: string, count: number): void
  /** Sets the statement that counts saves of the settings; 0 without one. */
  countSavesBy(statement: string): void
}

/** For how long a look is good enough where nothing is shown from memory, ms. */
const FRESH_MS = 100
/** Notes are deleted after some minutes, and no page is cached for longer. */
const LONGEST_PAUSE_MS = 60_000
/** Counts the program's own migrations, and those that it can't work with. */
const RESTRICTING = `SELECT count(*) FROM schema_migrations WHERE name = ANY ($1) OR kind IS DISTINCT FROM 'expand'`
/** Notes of the transactions that the last snapshot didn't see and this one does. */
const CHANGES = `SELECT pg_current_snapshot() AS snapshot,
    EXISTS (SELECT FROM forgotten_changes WHERE up_to >= pg_snapshot_xmin($1)) AS "hasMissed",
    ARRAY(SELECT DISTINCT bucket FROM catalogue_changes, unnest(buckets) AS bucket
      WHERE xid >= pg_snapshot_xmin($1) AND NOT pg_visible_in_snapshot(xid, $1)) AS changed`

interface Changes {
  snapshot: string
  hasMissed: boolean
  changed: string[]
}

/** Watches the catalogue of the listener's database. Nothing is contacted before it is asked. */
export function watchCatalogue(listener: Listener, breaker: Pick<CircuitBreaker, 'isOpen'>): CatalogueWatch {
  return new Watch(listener, breaker)
}

class Watch implements CatalogueWatch {
  readonly #listener: Listener
  readonly #breaker: Pick<CircuitBreaker, 'isOpen'>
  readonly #changes = new BucketChanges()
  saves = 0
  epoch = 0
  #known: readonly string[] | null = null
  #countSaves = 'SELECT 0'
  #counted = { statement: 'SELECT 0', expected: 0, found: 0 }
  #migrations: number | null = null
  /** What the last look saw; null before the first one, and after a loss. */
  #snapshot: string | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  #factsReadAt = Number.NEGATIVE_INFINITY
  readonly #lookNext = shareNext(() => this.#look())

  constructor(listener: Listener, breaker: Pick<CircuitBreaker, 'isOpen'>) {
    this.#listener = listener
    this.#breaker = breaker
    listener.subscribe({ lost: () => this.#forget() })
  }

  current(): number | Promise<number | null> {
    return performance.now() - this.#lookedAt < FRESH_MS ? this.position : this.present()
  }

  async present(): Promise<number | null> {
    if (this.#breaker.isOpen) return null
    const hasLooked = await this.#lookNext()
    return hasLooked ? this.position : null
  }

  get position(): number {
    return this.#changes.position
  }

  isUnchanged(since: number, slots: Iterable<number>): boolean {
    return this.#changes.isUnchanged(since, slots)
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

  /** False where the database can't be read. */
  async #look(): Promise<boolean> {
    const client = await this.#listener.connected().catch(() => null)
    if (!client) return false
    const { epoch } = this
    const startedAt = performance.now()
    try {
      const since = startedAt - this.#lookedAt < LONGEST_PAUSE_MS ? this.#snapshot : null
      const { rows } = await client.query<Changes>({ name: 'catalogue changes', text: CHANGES, values: [since] })
      const [look] = rows
      if (!look || epoch !== this.epoch) return false
      const { position } = this
      if (since === null || look.hasMissed) this.#changes.noteAll()
      else this.#changes.note(look.changed)
      this.#snapshot = look.snapshot
      const areFactsOld = startedAt - this.#factsReadAt >= FRESH_MS || !this.isUnchanged(position, [])
      if (areFactsOld && !(await this.#readFacts(client, epoch))) return false
      this.#lookedAt = startedAt
      return true
    } catch {
      this.#listener.lose(client)
      return false
    }
  }

  /** Reads what `isOurs` and `saves` go by; a save of settings changes everything. */
  async #readFacts(client: Awaited<ReturnType<Listener['connected']>>, epoch: number): Promise<boolean> {
    const readAt = performance.now()
    const { rows } = await client.query<{ saves: string; counted: string; migrations: string }>(
      `SELECT (${this.#countSaves}) AS saves, (${this.#counted.statement}) AS counted,
         (${this.#known ? RESTRICTING : 'SELECT 0'}) AS migrations`,
      this.#known ? [this.#known] : [],
    )
    const [row] = rows
    if (!row || epoch !== this.epoch) return false
    this.saves = Number(row.saves)
    this.#counted.found = Number(row.counted)
    this.#migrations = Number(row.migrations)
    this.#factsReadAt = readAt
    return true
  }

  /** Clears everything: another database may answer next. */
  #forget(): void {
    this.#changes.noteAll()
    this.#snapshot = null
    this.#lookedAt = this.#factsReadAt = Number.NEGATIVE_INFINITY
    this.epoch += 1
  }
}
