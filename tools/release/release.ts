// npm run release -- --tests-passed [--tag]: checks this checkout, packs it for this system, starts what it has packed,
// and tags it. --skip-tests says that the tests weren't run: nothing is tagged then.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hashFile } from '#server/files/hash-file.ts'
import { root } from '#tools/run-step.ts'
import { faultsOf, git } from './check-release.ts'
import { listEntries } from './list-entries.ts'
import { tryArchive } from './try-archive.ts'
import { writeArchive } from './write-archive.ts'

const PLACE = path.join(root, 'release')
const MOST_BYTES = { withPostgres: 270_000_000, without: 200_000_000 }
const MOST_SECONDS = 5

const USAGE =
  'npm run release -- --tests-passed packs what npm test has passed on, and with --tag tags it; --skip-tests packs it for a trial.'

function readCall(): { isTagged: boolean } {
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({ options: { 'tests-passed': flag, 'skip-tests': flag, tag: flag } })
  const { 'tests-passed': passed = false, 'skip-tests': skipped = false, tag: isTagged = false } = values
  if (passed === skipped || (isTagged && skipped)) throw new Error(USAGE)
  return { isTagged }
}

/** Packs an archive, and refuses one that is too heavy; returns its name. */
async function pack(version: string, mtime: Date, withPostgres: boolean): Promise<string> {
  const folder = `dogear-${version}`
  const name = `${folder}-${process.platform}-${process.arch}${withPostgres ? '' : '-without-postgresql'}.tar.gz`
  const entries = await listEntries(root, { withPostgres })
  const bytes = await writeArchive(path.join(PLACE, name), { folder, entries, mtime })
  const most = withPostgres ? MOST_BYTES.withPostgres : MOST_BYTES.without
  console.log(`${name}: ${entries.length} files, ${megabytes(bytes)} unpacked (at most ${megabytes(most)}).`)
  if (bytes > most) throw new Error(`${name} is too heavy.`)
  return name
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

async function release({ isTagged }: { isTagged: boolean }): Promise<void> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const tag = `v${version}`
  const faults = await faultsOf(root, version, { tag: isTagged ? tag : null })
  if (faults.length > 0) throw new Error(`Not released:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  // The commit's own time: packing it again gives the same bytes.
  const mtime = new Date(Number(await git(root, 'log', '-1', '--format=%ct')) * 1000)
  await rm(PLACE, { recursive: true, force: true })
  await mkdir(PLACE)
  const names = [await pack(version, mtime, true), await pack(version, mtime, false)]
  const sums = await Promise.all(names.map(async (name) => `${await hashFile(path.join(PLACE, name))}  ${name}\n`))
  await writeFile(path.join(PLACE, 'SHA256SUMS'), sums.join(''))
  const { firstStart, nextStart } = await tryArchive(path.join(PLACE, names[0]!), `dogear-${version}`)
  console.log(`Unpacked, it opens: the first time in ${firstStart.toFixed(1)} s, then in ${nextStart.toFixed(1)} s.`)
  if (nextStart > MOST_SECONDS) throw new Error(`It should open within ${MOST_SECONDS} s; was this machine busy?`)
  if (isTagged) await git(root, 'tag', '--annotate', tag, '--message', `Dogear ${version}`)
  console.log(`${isTagged ? `${tag} is tagged. ` : ''}The archives and their SHA256SUMS are in ${PLACE}.`)
}

try {
  await release(readCall())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
