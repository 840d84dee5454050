import type { Pool } from 'pg'
import type { Config } from '#server/config.ts'
import { listVersions } from '#server/database/marks/program-versions.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { matchMigrations, readApplied } from '#server/database/migrate.ts'
import { requireOwnSessions } from '#server/database/require-own-sessions.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { fault, ok, skipped, warning, type Finding } from '#server/ports/finding.ts'
import { checkReplicas } from './check-replicas.ts'
import { readFacts, type DatabaseFacts } from './database-facts.ts'
import { bytesInWords } from './words.ts'

/** A reply takes longer where the server is far away; each page and order asks several times, one after the other. */
const SLOW_MS = 20
const TURNS = 9
/** Connections that should be left for tools, backups and people. */
const SPARE = 5

/** What the database server is, and whether the shop may do there what it has to. */
export async function checkDatabase(pool: Pool, config: Pick<Config, 'connections' | 'database'>): Promise<Finding[]> {
  const { database } = config
  if (!isPooled(database)) await requireOwnSessions(pool)
  const facts = await readFacts(pool)
  return [
    ok(`PostgreSQL ${facts.version}, as ${facts.role}; the database has ${bytesInWords(facts.bytes)}.`),
    ...rightsOf(facts),
    ...durabilityOf(facts),
    ...collationOf(facts),
    latencyOf(await medianLatency(pool)),
    connectionsOf(facts, config),
    ...encryptionOf(facts, config),
    ...(await checkReplicas(pool, config)),
  ]
}

const isPooled = (database: Config['database']) => database.kind === 'server' && database.pooler !== undefined

function rightsOf({ isReadOnly, mayCreate, mayMakeTables, isSuper }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (isReadOnly)
    findings.push(
      fault(
        'It takes no writes.',
        'Give DATABASE_URL the primary server’s address: this is a replica, or set to read only.',
      ),
    )
  if (!mayCreate || !mayMakeTables)
    findings.push(
      fault(
        'Its user may make no schemas and tables.',
        'Let the user of DATABASE_URL own the database: an update fails otherwise.',
      ),
    )
  if (isSuper)
    findings.push(
      warning('Its user is a superuser.', 'Give the shop a plain user that owns the database; it needs no more.'),
    )
  return findings
}

function durabilityOf(facts: DatabaseFacts): Finding[] {
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter((name) => facts[name] === 'off')
  return off.length === 0
    ? []
    : [
        fault(
          `Its server has ${off.join(', ')} off: after a power cut orders that were acknowledged can be gone, or the database be broken.`,
          `Set ${off.join(', ')} to on in postgresql.conf, and reload the server.`,
        ),
      ]
}

function collationOf({ encoding, collation, collationMade, collationNow }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (encoding !== 'UTF8')
    findings.push(
      fault(
        `It is encoded as ${encoding}.`,
        'Make a database with ENCODING UTF8, and move the shop there: npm run move.',
      ),
    )
  if (collationMade !== null && collationNow !== null && collationMade !== collationNow)
    findings.push(
      warning(
        `Its collation ${collation} was of version ${collationMade} and is of ${collationNow} on this system: an index may be in another order than its texts.`,
        'In the closed shop run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
      ),
    )
  return findings
}

function latencyOf(ms: number): Finding {
  const found = `It answers in ${ms.toFixed(1)} ms.`
  return ms > SLOW_MS
    ? warning(found, 'Have the database near the shop: each page and order waits for several answers.')
    : ok(found)
}

function connectionsOf(
  { most, taken }: DatabaseFacts,
  { connections, database }: Pick<Config, 'connections' | 'database'>,
): Finding {
  const { identityLocks, jobs, ...pooled } = connections
  // The rest has the sessions of a pooler.
  const counted = isPooled(database) ? [identityLocks, jobs] : [identityLocks, jobs, ...Object.values(pooled)]
  const wanted = counted.reduce((sum, one) => sum + one, 1)
  const found = `${taken} of ${most} connections are in use, and this shop takes ${wanted} at most.`
  const cure = 'Set DATABASE_CONNECTIONS lower, or max_connections of the server (or the limit of this user) higher.'
  if (wanted > most) return fault(found, cure)
  return most - taken < SPARE ? warning(found, cure) : ok(found)
}

function encryptionOf({ isEncrypted, isLocal }: DatabaseFacts, { database }: Pick<Config, 'database'>): Finding[] {
  if (database.kind === 'embedded' || isEncrypted || isLocal) return []
  return [
    warning(
      'The connection isn’t encrypted.',
      'Add ?sslmode=verify-full to DATABASE_URL, unless nobody can listen between the two.',
    ),
  ]
}

/** Whether the database has this program's migrations. Applies none. */
export async function checkMigrations(pool: Pool): Promise<Finding[]> {
  const list = await readApplied(pool)
  if (list.length === 0) return [skipped('The database is empty: the first start makes its tables.')]
  const known = await readMigrations()
  const { ran, pending, newer, isAdopted } = await matchMigrations('This database', list, known).catch(
    (error: unknown) => {
      if (!(error instanceof OperatorError)) throw error
      return { ran: error.message, pending: [], newer: [], isAdopted: false }
    },
  )
  if (typeof ran === 'string') return [fault(ran, 'Run the program that the database belongs to.')]
  const waiting = pending.map(({ name }) => name)
  if (isAdopted || waiting.length > 0)
    return [
      warning(
        `${waiting.length > 0 ? waiting.join(', ') : 'The schema of 0.1.0'} waits to be applied.`,
        'The next start does that, after a backup.',
      ),
    ]
  const [last] = await listVersions(pool)
  const opened = last && ok(`Dogear ${last.version} opened it last, first on ${last.since.toISOString().slice(0, 10)}.`)
  const found = ok(
    `It has the ${ran.length === 1 ? 'schema' : `schema and ${ran.length - 1} migrations`} of this program.`,
  )
  const more = newer.map(({ name }) => name).join(', ')
  const added = more && ok(`A newer Dogear has added to it, which this one can work with: ${more}.`)
  return [found, added, opened].filter((finding) => typeof finding === 'object')
}

async function medianLatency(pool: Pool): Promise<number> {
  const took: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = performance.now()
    await pool.query('SELECT 1')
    took.push(performance.now() - before)
  }
  return took.toSorted((one, other) => one - other)[Math.floor(TURNS / 2)]!
}
