import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Each build of the screens has its own folder, build/<first letters of its hash>; build/current names the one that a
// starting shop uses. A running shop serves from the folder it has opened, whatever is built meanwhile.

/** Builds retained besides the current one: a shop may be opening one, or be unable to mark it as in use. */
const RETAINED = 2
/** Folders of builds of earlier versions; a shop of that time may still serve from them. */
const BEFORE = ['client', 'server', '.built']

/** Path of a build, below the root. */
export const folderOf = (hash) => path.join('build', hash.slice(0, 16))

// The mark is inside the build, so that it is deleted with it.
const markOf = (root, hash) => path.join(root, folderOf(hash), '.built')

const pointerOf = (root) => path.join(root, 'build', 'current')

/** Whether the build of this hash is the current one. */
export const isCurrent = (root, hash) =>
  isComplete(root, hash) && read(pointerOf(root)) === path.basename(folderOf(hash))

/** Whether the build of this hash is complete, perhaps from an earlier day. */
export const isComplete = (root, hash) => read(markOf(root, hash)) === hash

export function markComplete(root, hash) {
  mkdirSync(path.dirname(markOf(root, hash)), { recursive: true })
  writeFileSync(markOf(root, hash), hash)
}

/** Makes a build the current one, and deletes builds that no shop serves from. */
export function makeCurrent(root, hash) {
  const draft = `${pointerOf(root)}.${process.pid}`
  writeFileSync(draft, path.basename(folderOf(hash)))
  renameSync(draft, pointerOf(root))
  const others = readdirSync(path.join(root, 'build'))
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== path.basename(folderOf(hash)))
    .map((name) => path.join(root, 'build', name))
  const [complete, halves] = [others.filter(isWhole), others.filter((folder) => !isWhole(folder))]
  const old = complete.sort((one, other) => madeAt(other) - madeAt(one)).slice(RETAINED)
  for (const folder of [...halves, ...old]) if (!isServedFrom(folder)) rmSync(folder, { recursive: true, force: true })
  if (old.length > 0)
    for (const name of BEFORE) rmSync(path.join(root, 'build', name), { recursive: true, force: true })
}

const isWhole = (folder) => existsSync(path.join(folder, '.built'))
const madeAt = (folder) => statSync(path.join(folder, '.built')).mtimeMs

/** A shop writes its pid into the folder it serves from, see server/http/built-screens.ts. */
function isServedFrom(folder) {
  const serving = path.join(folder, '.serving')
  return existsSync(serving) && readdirSync(serving).some(isRunning)
}

function isRunning(pid) {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    // Another user's process is alive.
    return error.code === 'EPERM'
  }
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
