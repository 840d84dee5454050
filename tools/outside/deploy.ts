import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashFile } from '#server/files/hash-file.ts'
import { listEntries } from '#tools/release/list-entries.ts'
import { writeArchive } from '#tools/release/write-archive.ts'
import { root } from '#tools/run-step.ts'
import { bootMachine, makeMachine, missingPrograms } from './machine.ts'
import type { OutsidePart } from './part.ts'

/** docs/deploy.md on a bare Debian with systemd. */
export const deploy: OutsidePart = {
  name: 'deploy',
  // It boots a machine, and fetches Debian's packages.
  isOnRequest: true,
  setUp: async () => {
    if (process.getuid?.() !== 0) return { cannot: 'it makes a machine of its own, as root' }
    const missing = await missingPrograms()
    if (missing.length > 0) return { cannot: `it needs ${missing.join(' and ')}` }
    const folder = await mkdtemp(path.join(tmpdir(), 'dogear-deploy-'))
    const removeAll = () => rm(folder, { recursive: true, force: true })
    try {
      const machine = path.join(folder, 'machine')
      await makeMachine(machine, ['caddy', 'nginx', 'certbot', 'postgresql'])
      const version = await packInto(path.join(machine, 'root'))
      const { pid, stop } = await bootMachine(machine)
      const tearDown = async () => {
        await stop()
        await removeAll()
      }
      return { env: { OUTSIDE_MACHINE: String(pid), OUTSIDE_VERSION: version }, tearDown }
    } catch (error) {
      await removeAll()
      throw error
    }
  },
  tests: ['tests/outside/deploy.test.ts'],
  journeys: [],
}

/** Packs this checkout as a release, with its SHA256SUMS; returns its version. */
async function packInto(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `dogear-${version}-${process.platform}-${process.arch}.tar.gz`
  const archive = path.join(folder, name)
  const entries = await listEntries(root, { withPostgres: true })
  await writeArchive(archive, { folder: `dogear-${version}`, entries, mtime: new Date(0) })
  await writeFile(path.join(folder, 'SHA256SUMS'), `${await hashFile(archive)}  ${name}\n`)
  return version
}
