// Runs every npm script: `node tools/run.mjs [--checks] [--screens | --screens-beside] [file.ts …]`. Plain JavaScript
// with Node's own modules only, because it runs before anything is installed, on any Node from 20. Installs the
// packages of a shop if they are missing or old, with --checks those of the checks as well, with --screens builds the
// screens, and then runs the file on the Node from the packages. With --screens-beside the file runs during the build:
// it gets that flag, too, and a message once the build is done.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { followParent, runInOurPlace } from './run/child.mjs'
import { FRUGAL } from './run/frugal.mjs'
import { findNode, prepare, Unprepared } from './run/prepare.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const words = process.argv.slice(2)
const take = (flag) => words[0] === flag && words.shift() === flag
const checks = take('--checks')
const screens = take('--screens')
const BESIDE = '--screens-beside'
const screensBeside = take(BESIDE)
const [file, ...args] = words

const TOO_FEW_FILES =
  'The system lets this program open too few files (ulimit -n says how many). Allow it 4,096 or more, for example by "ulimit -n 4096".'

followParent()
try {
  if (file && !existsSync(path.resolve(root, file))) throw new Unprepared(`There is no ${file} here.`)
  await prepare(root, { checks, screens })
  if (file) {
    const program = [...FRUGAL.heap, path.resolve(root, file), ...args]
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
