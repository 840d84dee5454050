import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERSION } from '#server/config/version.ts'
import type { Config } from '#server/config.ts'
import { withinBudget } from '#server/database/budget.ts'
import type { CircuitBreaker } from '#server/database/circuit-breaker.ts'
import type { Replicas } from '#server/database/replicas/replicas.ts'
import type { PoolState } from '#server/database/open-pools.ts'
import type { Db } from '#server/database/schema.ts'
import { countWaitingJobs, type WaitingJobs } from '#server/jobs/jobs.sql.ts'
import { readIndexLag } from '#server/search/lag/index-lag.ts'
import type { BackupState } from '#server/ports/shop-backups.ts'
import type { IndexLag } from '#server/services.ts'
import { findCardSigns, type CardSigns } from '#server/views/last-events.public.ts'
import { atMostEvery } from './at-most-every.ts'
import { exposition, gauge, type Family } from './exposition.ts'
import { processFamilies } from './process-families.ts'

/** Answer time where the database is silent: a monitor gives up after ten seconds. */
const DATABASE_WITHIN_MS = 1500
/** Several monitors, and impatient ones, cost as much as one. */
const FRESH_MS = 5000

export interface MetricSources {
  db: Db
  config: Pick<Config, 'dataDir' | 'backups'>
  metrics: { families(): Family[] }
  readPools?: () => PoolState[]
  replicas?: Pick<Replicas, 'states'> | null | undefined
  breaker?: Pick<CircuitBreaker, 'isOpen'> | undefined
  /** Bytes in the page cache, by its part. */
  readCache?: () => Record<string, number>
  readBackups?: () => BackupState
  mailFailingSince?: () => Date | null
  /** The other processes of this instance; absent where there is one. */
  processes?: Processes
}

/** What a process counts: what is added up over all processes, and what each has for itself. */
export interface ProcessMetrics {
  added: Family[]
  own: Family[]
}

/** The processes of an instance, of which one answers a monitor for all. */
export interface Processes {
  /** Takes how this process's metrics are read. */
  share(read: () => ProcessMetrics): void
  /** Metrics of all processes. */
  readAll(): Promise<Family[]>
}

type OfProcess = Pick<MetricSources, 'metrics' | 'readPools' | 'readCache'>

/** Metrics of this process. */
export const processMetrics = (sources: OfProcess): ProcessMetrics => ({
  added: [...sources.metrics.families(), cacheFamily(sources), ...poolFamilies(sources.readPools?.() ?? [])],
  own: processFamilies(),
})

interface DatabaseFigures {
  jobs: WaitingJobs[]
  cards: CardSigns
  search: IndexLag
}

/**
 * Reader of all metrics, as text for Prometheus. What the database knows takes three statements on one connection, at
 * most every five seconds however many ask; without a database the rest is answered, and `dogear_database_up` is 0.
 */
export function metricsReader(sources: MetricSources): () => Promise<string> {
  const readOwn = () => processMetrics(sources)
  sources.processes?.share(readOwn)
  const readProcesses =
    sources.processes?.readAll ??
    (async () => {
      const { added, own } = readOwn()
      return [...added, ...own]
    })
  const readDatabase = atMostEvery(FRESH_MS, () => figuresOf(sources.db))
  const readDisks = atMostEvery(FRESH_MS, () => diskFamilies(sources.config))
  return async () => {
    const [figures, disks, processes] = await Promise.all([readDatabase(), readDisks(), readProcesses()])
    return exposition([
      {
        name: 'dogear_info',
        help: 'The program; always 1.',
        type: 'gauge',
        samples: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
      },
      ...processes,
      replicaFamily(sources),
      gauge('dogear_database_up', '1 where the database answered within a second and a half.', figures ? 1 : 0),
      gauge(
        'dogear_database_breaker_open',
        '1 while the database is silent and requests are refused at once.',
        sources.breaker ? Number(sources.breaker.isOpen) : null,
      ),
      ...(figures ? databaseFamilies(figures) : []),
      ...mailFamilies(sources),
      ...backupFamilies(sources),
      ...(disks ?? []),
    ])
  }
}

/** Null where the database doesn't answer in time; its statements then end by themselves. */
async function figuresOf(db: Db): Promise<DatabaseFigures | null> {
  const read = withinBudget(DATABASE_WITHIN_MS, async () => ({
    jobs: await countWaitingJobs(db),
    cards: await findCardSigns(db),
    search: await readIndexLag(db),
  })).catch(() => null)
  return Promise.race([read, sleep(DATABASE_WITHIN_MS, null, { ref: false })])
}

const cacheFamily = ({ readCache }: OfProcess): Family => ({
  name: 'dogear_page_cache_bytes',
  help: 'Size of the page cache, by its part: few addresses, and many.',
  type: 'gauge',
  samples: Object.entries(readCache?.() ?? {}).map(([cache, value]) => ({ labels: { cache }, value })),
})

const replicaFamily = ({ replicas }: MetricSources): Family => ({
  name: 'dogear_replica_in_use',
  help: '1 where the replica answers reads, 0 while it is left out.',
  type: 'gauge',
  samples: (replicas?.states ?? []).map(({ name, leftOut }) => ({
    labels: { replica: name },
    value: Number(leftOut === null),
  })),
})

function poolFamilies(pools: readonly PoolState[]): Family[] {
  const each = (name: string, help: string, read: (pool: PoolState) => number): Family => ({
    name,
    help,
    type: 'gauge',
    samples: pools.map((pool) => ({ labels: { pool: pool.name }, value: read(pool) })),
  })
  return [
    each('dogear_database_connections_in_use', 'Connections that work.', ({ inUse }) => inUse),
    each('dogear_database_connections_idle', 'Connections that wait for work.', ({ idle }) => idle),
    each('dogear_database_connections_max', 'Most connections of the pool.', ({ most }) => most),
    each('dogear_database_waiting', 'Work that waits for a connection.', ({ waiting }) => waiting),
  ]
}

function databaseFamilies({ jobs, cards, search }: DatabaseFigures): Family[] {
  const seconds = (at: Date | null) => (at ? at.getTime() / 1000 : null)
  return [
    {
      name: 'dogear_jobs_waiting',
      help: 'Jobs in the queue by kind and state: due, for later, and, among both, failed before.',
      type: 'gauge',
      samples: jobs.flatMap(({ kind, due, later, failed }) =>
        Object.entries({ due, later, failed }).map(([state, value]) => ({ labels: { kind, state }, value })),
      ),
    },
    {
      name: 'dogear_jobs_oldest_due_seconds',
      help: 'How long the oldest due job of a kind has waited.',
      type: 'gauge',
      samples: jobs.map(({ kind, oldestDueSeconds }) => ({ labels: { kind }, value: oldestDueSeconds ?? 0 })),
    },
    gauge(
      'dogear_payment_event_last_timestamp_seconds',
      'When the card provider’s last event came in, in Unix time.',
      seconds(cards.lastEvent),
    ),
    gauge(
      'dogear_payment_last_timestamp_seconds',
      'When the last card payment was recorded, by an event or otherwise, in Unix time.',
      seconds(cards.lastPayment),
    ),
    gauge('dogear_disputes_open', 'Chargebacks and inquiries of banks that are open.', cards.openDisputes),
    gauge('dogear_search_waiting_books', 'Books that the search doesn’t find yet.', search.waiting),
  ]
}

function mailFamilies({ mailFailingSince }: MetricSources): Family[] {
  if (!mailFailingSince) return []
  const help = '1 while this process’s emails don’t get through.'
  return [gauge('dogear_mail_failing', help, Number(mailFailingSince() !== null))]
}

function backupFamilies({ readBackups, config: { backups } }: MetricSources): Family[] {
  if (!readBackups || !backups) return []
  const { last, failed, trial } = readBackups()
  return [
    gauge(
      'dogear_backup_last_timestamp_seconds',
      'When the newest backup was taken, in Unix time; 0 where there is none.',
      (last?.getTime() ?? 0) / 1000,
    ),
    gauge('dogear_backup_failed', '1 where the latest try failed.', Number(failed)),
    gauge('dogear_backup_interval_seconds', 'How often a backup is due.', backups.everyMs / 1000),
    gauge(
      'dogear_backup_trial_timestamp_seconds',
      'When a backup was last restored on trial, in Unix time; 0 where none was, or none could be here.',
      trial && trial.outcome !== 'skipped' ? trial.at.getTime() / 1000 : 0,
    ),
    gauge(
      'dogear_backup_trial_failed',
      '1 where the backup that was last restored on trial could not be restored.',
      Number(trial?.outcome === 'failed'),
    ),
    gauge(
      'dogear_backup_trial_interval_seconds',
      'How often a backup is restored on trial; 0 for never.',
      (backups.trialEveryMs ?? 0) / 1000,
    ),
  ]
}

async function diskFamilies({ dataDir, backups }: MetricSources['config']): Promise<Family[]> {
  const folders = { data: dataDir, ...(backups && { backups: backups.dir }) }
  const disks = await Promise.all(
    Object.entries(folders).map(async ([folder, dir]) => {
      const disk = await statfs(dir).catch(() => null)
      return disk ? [{ labels: { folder }, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }] : []
    }),
  )
  const found = disks.flat()
  const each = (name: string, help: string, part: 'free' | 'size'): Family => ({
    name,
    help,
    type: 'gauge',
    samples: found.map((disk) => ({ labels: disk.labels, value: disk[part] })),
  })
  return [
    each('dogear_disk_free_bytes', 'Room on the disk of a folder, for this program.', 'free'),
    each('dogear_disk_size_bytes', 'Size of that disk.', 'size'),
  ]
}
