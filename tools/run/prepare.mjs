import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderOf, isComplete, isCurrent, makeCurrent, markComplete } from './builds.mjs'
import { runStep } from './child.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { withoutSecrets } from './without-secrets.mjs'

/** Error with what the person has to do before the program can run. */
export class Unprepared extends Error {}

/**
 * Installs and builds what is missing or old: the packages of a shop, and with `checks` those of the checks, too.
 * Concurrent starts take turns. `isBeside`: while a program is running in our place.
 */
export async function prepare(root, { checks = false, screens = false, isBeside = false }) {
  if (isInstalled(root, checks) && (!screens || isBuilt(root))) return
  // Outside node_modules, which npm empties.
  await oneAtATime(path.join(root, '.preparing'), async () => {
    if (!isInstalled(root, checks)) await install(root, checks)
    if (screens && !isBuilt(root)) await build(root, isBeside)
  })
}

/** The Node from the packages; else our own if it is new enough. */
export function findNode(root) {
  const own = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Unprepared(
    `Dogear runs on Node 24, and the package that brings it is not there; run "npm ci" once more, or install Node 24 (this is ${process.version}).`,
  )
}

// The mark is inside the installation, so that it is deleted with it.
const installedMark = (root) => path.join(root, 'node_modules', '.installed')

const SHOP = 'what a shop needs'
const ALL = 'also what checks the code'

function isInstalled(root, checks) {
  const marks = checks ? [ALL] : [SHOP, ALL]
  const there = readIfThere(installedMark(root))
  return marks.some((extent) => there === markOf(root, extent)) || isInstalledByHand(root, checks)
}

const markOf = (root, extent) => `${installHash(root)}\n${extent}\n`

/** Whether npm ran without us: npm lists what it installed. */
function isInstalledByHand(root, checks) {
  const there = readIfThere(path.join(root, 'node_modules', '.package-lock.json'))
  const locked = readIfThere(path.join(root, 'package-lock.json'))
  if (!there || !locked) return false
  const found = JSON.parse(there).packages
  const mayBeMissing = (entry) => (entry.dev && !checks) || (entry.optional && !isForHere(entry))
  return Object.entries(JSON.parse(locked).packages).every(
    ([name, entry]) => name === '' || found[name]?.version === entry.version || (!found[name] && mayBeMissing(entry)),
  )
}

/** Whether an optional package is meant for this machine, as far as its manifest says. */
function isForHere({ os, cpu, libc }) {
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}

async function install(root, checks) {
  // Adds to a shop's packages, with package-lock.json unchanged; any other installation starts afresh.
  const [title, ...args] =
    checks && isInstalled(root, false)
      ? ['Installing what checks the code', 'install', '--no-save', '--include=dev']
      : ['Installing the packages', 'ci', checks ? '--include=dev' : '--omit=dev']
  // Versions and hashes are locked, so npm's cache needs no network.
  args.push('--prefer-offline', '--loglevel=error', '--no-fund', '--no-audit')
  // npm gives its scripts its own path; otherwise we take the one in PATH, which on Windows is a script.
  const [npm, env] = [process.env.npm_execpath ?? '', withoutSecrets()]
  const { ok, output } = npm.endsWith('npm-cli.js')
    ? await runStep(title, process.execPath, [npm, ...args], { cwd: root, env })
    : await runStep(title, 'npm', args, { cwd: root, env, shell: process.platform === 'win32' })
  if (!ok) throw new Unprepared(`${output.trim()}\nThe packages could not be installed; the reason is above.`)
  writeFileSync(installedMark(root), markOf(root, checks ? ALL : SHOP))
}

const isBuilt = (root) => isCurrent(root, buildHash(root))

// A build makes many short-lived objects: with room for them it takes a tenth less time.
const ROOMY_HEAP = '--max-semi-space-size=128'

async function build(root, isBeside) {
  const wanted = buildHash(root)
  if (!isComplete(root, wanted)) await buildInto(root, folderOf(wanted), isBeside)
  markComplete(root, wanted)
  makeCurrent(root, wanted)
}

async function buildInto(root, place, isBeside) {
  const folder = path.join(root, 'node_modules', '@react-router', 'dev')
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const program = path.join(folder, typeof bin === 'string' ? bin : bin['react-router'])
  const { ok, output } = await runStep('Building the screens', findNode(root), [ROOMY_HEAP, program, 'build'], {
    cwd: root,
    env: { ...withoutSecrets(), NODE_ENV: 'production', BUILD_INTO: place },
    isBeside,
  })
  if (!ok) throw new Unprepared(`${output.trim()}\nThe screens could not be built; the reason is above.`)
}

/** Hash of what an installation depends on; scripts in package.json aren't part of it. */
function installHash(root) {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  )
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}

/** Hash of what the screens are built from. */
function buildHash(root) {
  const hash = createHash('sha256')
  const sources = [
    'client',
    'contract',
    'cover',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
  ]
  for (const file of sources.flatMap((name) => filesBelow(path.join(root, name))))
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesBelow(place) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place)
    .sort()
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => filesBelow(path.join(place, name)))
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
