// Every npm script goes through here: `node tools/run.mjs [--checks] [--screens | --screens-beside] [file.ts …]`. Plain
// JavaScript with nothing but Node's own modules, because it runs before anything is installed, on whatever Node (20 or
// newer) the machine has. It installs the packages that a shop needs if they are missing or old, with --checks those as
// well that only check the code, with --screens builds what the browser needs, and then runs the file on the Node that
// the packages bring. With --screens-beside the file is run while the screens are being built: it is given that word,
// too, and a message once they are there.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { followParent, runInOurPlace } from './run/child.mjs'
import { findNode, prepare, Unprepared } from './run/prepare.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const words = process.argv.slice(2)
const take = (flag) => words[0] === flag && words.shift() === flag
const checks = take('--checks')
const screens = take('--screens')
const BESIDE = '--screens-beside'
const screensBeside = take(BESIDE)
const [file, ...args] = words

// On large machines V8 gives young objects more room than we need, and under load never takes it back: the shop holds
// 100 MB less with this, and answers no slower.
const FRUGAL_HEAP = '--max-semi-space-size=8'

const TOO_FEW_FILES =
  'The system lets this program open too few files (ulimit -n says how many). Allow it 4,096 or more, for example by "ulimit -n 4096".'

followParent()
try {
  if (file && !existsSync(path.resolve(root, file))) throw new Unprepared(`There is no ${file} here.`)
  await prepare(root, { checks, screens })
  if (file) {
    const program = [FRUGAL_HEAP, path.resolve(root, file), ...args]
    if (screensBeside)
      await runInOurPlace(findNode(root), [...program, BESIDE], () => prepare(root, { screens: true, isBeside: true }))
    else await runInOurPlace(findNode(root), program)
  }
} catch (error) {
  const isOutOfFiles = error.code === 'EMFILE' || error.code === 'ENFILE'
  if (!(error instanceof Unprepared) && !isOutOfFiles) throw error
  console.error(isOutOfFiles ? TOO_FEW_FILES : error.message)
  process.exitCode = 1
}
