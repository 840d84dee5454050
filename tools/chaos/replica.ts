import { appendFile, chown, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { binariesFor } from '#server/database/embedded/binaries.ts'
import { runPostgres } from '#server/database/embedded/cluster.ts'
import type { DataFolder } from '#server/database/embedded/data-folder.ts'
import { superuserUrl } from '#server/database/embedded/shop-role.ts'
import { findUnprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import { runSql } from '#tests/kit/sql-server.ts'
import { until } from '#tests/kit/until.ts'

/** A streaming replica of an embedded cluster, beside it in the same data folder. */
export interface Replica {
  folder: DataFolder
  port: number
  /** Makes it take writes. Only once its primary is gone. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const SLOT = 'replica'
/** Files of a data directory that a replica creates by itself or streams from its primary. */
const NOT_COPIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_stat_tmp|postmaster\.(pid|opts))$/

/** Makes a replica of a running cluster. From then on the primary acknowledges a commit once the replica has it. */
export async function startReplica(of: DataFolder, port: number): Promise<Replica> {
  const primary = await superuserUrl(of, port)
  const folder = { ...of, cluster: `${of.cluster}-replica`, logFile: path.join(of.home, 'replica.log') }
  const user = await findUnprivilegedUser(of.home)
  const client = new Client({ connectionString: primary })
  await client.connect()
  try {
    // What is written meanwhile stays with the primary until the replica has it.
    await client.query(`SELECT pg_create_physical_replication_slot('${SLOT}', true)`)
    await client.query(`SELECT pg_backup_start('a replica', true)`)
    await rm(folder.cluster, { recursive: true, force: true })
    await copyFolder(of.cluster, folder.cluster)
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)')
    await writeFile(path.join(folder.cluster, 'backup_label'), rows[0]!.label)
    await writeFile(path.join(folder.cluster, 'standby.signal'), '')
    await appendFile(
      path.join(folder.cluster, 'postgresql.auto.conf'),
      `primary_conninfo = '${primary}'\nprimary_slot_name = '${SLOT}'\n`,
    )
    const own = user ? ['', ...(await readdir(folder.cluster, { recursive: true }))] : []
    await Promise.all(own.map((name) => chown(path.join(folder.cluster, name), user!.uid, user!.gid)))
    const { port: ownPort, stop } = await runPostgres({
      folder,
      binaries: await binariesFor(user, of.home),
      user,
      durable: true,
    })
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await client.query('SELECT pg_reload_conf()')
    await until(async () => {
      const found = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)
      return found.rowCount === 1
    })
    const promote = async () => runSql(await superuserUrl(folder, ownPort), 'SELECT pg_promote()')
    return { folder, port: ownPort, promote, stop }
  } finally {
    await client.end()
  }
}

/** Copies a running cluster's files, of which some come and go. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    const isLeftOut = NOT_COPIED.test(entry.name)
    if (entry.isDirectory()) await (isLeftOut ? mkdir(target, { mode: 0o700 }) : copyFolder(source, target))
    else if (!isLeftOut)
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
  }
}
