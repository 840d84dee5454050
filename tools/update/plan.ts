import type { Pool } from 'pg'
import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { VERSION } from '#server/config/version.ts'
import { clusterMajor, describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { matchMigrations, readApplied } from '#server/database/migrate.ts'
import { readMigrations, type Migration } from '#server/database/read-migrations.ts'
import { locksOnScratch, type Touched } from './locks.ts'
import type { Program } from './newer-program.ts'

type Place = Pick<Config, 'dataDir' | 'database' | 'backups'>

export interface Step {
  migration: Pick<Migration, 'name' | 'kind'>
  /** Null where it couldn't be tried out. */
  touches: (Touched & { rows: number | null })[] | null
}

export interface Plan {
  from: string
  to: string
  changes: string[]
  /** Whether the database is of before 0.1.0, and adopted first. */
  isAdopted: boolean
  steps: Step[]
  /** Migrations of a newer program, which this one can work with; it can't restore a backup that has them. */
  unknown: string[]
  /** Major versions of the embedded PostgreSQL, where the new program brings another. */
  postgres: { from: number; to: number } | null
  backup: { dir: string; free: number; need: number }
}

/** Where backups before an update are put. */
export const backupDirOf = ({ backups, dataDir }: Place): string => backups?.dir ?? path.join(dataDir, 'backups')

/**
 * What an update of the shop in this database would do. Changes nothing there: what migrations lock is tried out
 * elsewhere. Refuses a database that the program can't update (OperatorError).
 */
export async function makePlan(place: Place, program: Program, pool: Pool): Promise<Plan> {
  const applied = await readApplied(pool)
  const { ran, pending, isAdopted } = await matchMigrations('This database', applied, program.migrations)
  const { newer } = await matchMigrations('This database', applied, await readMigrations())
  const locks = pending.length > 0 ? await locksOnScratch(ran, pending) : null
  const rows = await estimateRows(pool)
  const dir = backupDirOf(place)
  const disk = await statfs(await nearestFolder(dir))
  const cluster = place.database.kind === 'embedded' ? await clusterMajor(describeDataFolder(place.dataDir)) : null
  return {
    from: VERSION,
    to: program.version,
    changes: changesSince(program.changes, VERSION),
    isAdopted,
    unknown: newer.map(({ name }) => name),
    steps: pending.map(({ name, kind }) => ({
      migration: { name, kind },
      touches: locks?.get(name)?.map((one) => ({ ...one, rows: rows.get(one.table) ?? null })) ?? null,
    })),
    postgres:
      cluster !== null && program.postgres !== null && program.postgres !== cluster
        ? { from: cluster, to: program.postgres }
        : null,
    backup: { dir, free: disk.bavail * disk.bsize, need: await bytesToSave(pool, place.dataDir) },
  }
}

/** Rows of each table as far as its statistics know; tables that were never analysed are left out. */
async function estimateRows(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(
    `SELECT n.nspname || '.' || c.relname AS name, c.reltuples AS rows FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND c.reltuples >= 0`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** At most this much is in a backup: the database with its indexes, and the pictures. */
async function bytesToSave(pool: Pool, dataDir: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  const folder = path.join(dataDir, 'images')
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  let bytes = Number(rows[0]!.bytes)
  for (const file of files) bytes += (await stat(path.join(folder, file)).catch(() => null))?.size ?? 0
  return bytes
}

async function nearestFolder(folder: string): Promise<string> {
  return (await stat(folder).catch(() => null)) ? folder : nearestFolder(path.dirname(folder))
}

/** The parts of a CHANGELOG that are newer than `version`, newest first, headings included. */
export function changesSince(changelog: string, version: string): string[] {
  return changelog
    .split(/^(?=## )/m)
    .filter((part) => {
      const [, found] = /^## (\d+\.\d+\.\d+)/.exec(part) ?? []
      return found !== undefined && isNewer(found, version)
    })
    .map((part) => part.trim())
}

function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((number, index) => number !== b[index])
  return at !== -1 && a[at]! > b[at]!
}
