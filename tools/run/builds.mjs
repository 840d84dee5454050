import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Each build of the screens has a folder of its own, build/<first letters of its hash>, and build/current names the one
// that a shop opens with: a shop that runs serves from the folder that it has opened, whatever is built beside it.

/** Builds that stay besides the current one: a shop may be opening one, or be unable to mark it as served from. */
const KEPT = 2
/** What builds were before they had folders of their own; a shop of that time may still serve from it. */
const BEFORE = ['client', 'server', '.built']

/** Below the root, for those who build into it. */
export const folderOf = (hash) => path.join('build', hash.slice(0, 16))

// The mark lies inside of what it vouches for, so that it vanishes with it.
const markOf = (root, hash) => path.join(root, folderOf(hash), '.built')

const pointerOf = (root) => path.join(root, 'build', 'current')

/** Whether the build of this hash is the one that a shop opens with. */
export const isCurrent = (root, hash) =>
  isComplete(root, hash) && read(pointerOf(root)) === path.basename(folderOf(hash))

/** Whether it is there, perhaps from an earlier day. */
export const isComplete = (root, hash) => read(markOf(root, hash)) === hash

export function markComplete(root, hash) {
  mkdirSync(path.dirname(markOf(root, hash)), { recursive: true })
  writeFileSync(markOf(root, hash), hash)
}

/** Has shops open with it from now on, and removes builds that nobody serves from. */
export function makeCurrent(root, hash) {
  const draft = `${pointerOf(root)}.${process.pid}`
  writeFileSync(draft, path.basename(folderOf(hash)))
  renameSync(draft, pointerOf(root))
  const others = readdirSync(path.join(root, 'build'))
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== path.basename(folderOf(hash)))
    .map((name) => path.join(root, 'build', name))
  const [complete, halves] = [others.filter(isWhole), others.filter((folder) => !isWhole(folder))]
  const old = complete.sort((one, other) => madeAt(other) - madeAt(one)).slice(KEPT)
  for (const folder of [...halves, ...old]) if (!isServedFrom(folder)) rmSync(folder, { recursive: true, force: true })
  if (old.length > 0)
    for (const name of BEFORE) rmSync(path.join(root, 'build', name), { recursive: true, force: true })
}

const isWhole = (folder) => existsSync(path.join(folder, '.built'))
const madeAt = (folder) => statSync(path.join(folder, '.built')).mtimeMs

/** A shop writes its pid into the folder that it serves from, see server/http/built-screens.ts. */
function isServedFrom(folder) {
  const serving = path.join(folder, '.serving')
  return existsSync(serving) && readdirSync(serving).some(isRunning)
}

function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    // Another user's process is a living one.
    return error.code === 'EPERM'
  }
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
