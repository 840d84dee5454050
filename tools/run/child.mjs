import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

/** The program that works for us now, and the signal that asked us to end, if one did. */
let child = null
let endedBy = null

/**
 * From now on whatever ends us ends the program that works for us. npm runs us below a shell that doesn't pass signals
 * on, and either of the two may itself be killed: then our ancestors change, which is all that we can notice.
 */
export function followParent() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  const born = ancestors()
  const watch = setInterval(() => {
    const now = ancestors()
    if (born.every((pid, generation) => pid === null || now[generation] === pid)) return
    clearInterval(watch)
    end('SIGTERM')
  }, 200)
  watch.unref()
}

/** Our parent and, run by npm, the npm behind its shell; null where the system doesn't tell at little cost. */
function ancestors() {
  return [process.ppid, process.env.npm_lifecycle_event === undefined ? null : parentOf(process.ppid)]
}

function parentOf(pid) {
  try {
    // "pid (name) state parent …", and the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // Not Linux, or the shell is gone; then our own parent tells.
    return null
  }
}

function end(signal) {
  endedBy ??= signal
  if (child) child.kill(signal)
  else process.exit(exitCode(null, signal))
}

// For glibc, which otherwise keeps what re-encoding pictures once took: a shop that had just drawn its demo held 440 MB,
// and with these 240. Elsewhere nobody reads them.
const FRUGAL_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Runs a program with our input and output, and ends as it ended. It is given a channel to us: when that breaks, we
 * were killed, and it should go as well.
 */
export async function runInOurPlace(command, args) {
  const env = { ...FRUGAL_MEMORY, ...process.env }
  const { code, signal } = await run(command, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  process.exit(exitCode(code, signal))
}

/**
 * Runs one step of the preparation and tells on stderr that it is alive. Its own output is kept back, and returned
 * with `ok: false` when it failed. Asked to end meanwhile, we end.
 */
export async function runStep(title, command, args, options) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const stopProgress = showProgress(title, seconds)
  let output = ''
  const { code, signal } = await run(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (text) => {
    output += text
  })
  if (endedBy) {
    stopProgress(`${title}: stopped.`)
    process.exit(exitCode(null, endedBy))
  }
  const ok = code === 0
  stopProgress(ok ? `${title}: done in ${seconds()} s.` : `${title}: failed after ${seconds()} s (${signal ?? code}).`)
  return { ok, output }
}

function run(command, args, options, onOutput) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, options)
    child.stdout?.setEncoding('utf8').on('data', onOutput)
    child.stderr?.setEncoding('utf8').on('data', onOutput)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      child = null
      resolve({ code, signal })
    })
  })
}

/** A line that moves on a terminal; elsewhere a line now and one every ten seconds. */
function showProgress(title, seconds) {
  const out = process.stderr
  const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'.split('')
  const clear = () => out.write('\r\u001B[K')
  let turns = 0
  if (!out.isTTY) out.write(`${title} …\n`)
  const timer = setInterval(
    () => {
      if (out.isTTY) out.write(`\r${frames[turns++ % frames.length]} ${title} … ${seconds()} s`)
      else out.write(`${title} … ${seconds()} s\n`)
    },
    out.isTTY ? 100 : 10_000,
  )
  return (lastLine) => {
    clearInterval(timer)
    if (out.isTTY) clear()
    out.write(`${lastLine}\n`)
  }
}

/** As a shell gives it: 128 and the number of the signal. */
const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)
