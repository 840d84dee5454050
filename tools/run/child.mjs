import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { FRUGAL } from './frugal.mjs'

/** Child processes, and the signal that asked us to end. */
const children = new Set()
let endedBy = null
/** The program that has taken our place. */
let inOurPlace = null
/** Whether that program has ended: then we end. */
let isOver = false

/**
 * Forwards the end of npm to our child. npm runs us below a shell that doesn't forward signals, and either may be
 * killed: then our ancestors change, which is all we can notice.
 */
export function followParent() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal))
  // The program in our place handles it: a shop goes on.
  process.on('SIGHUP', () => (inOurPlace ? inOurPlace.kill('SIGHUP') : end('SIGHUP')))
  const born = ancestors()
  const watch = setInterval(() => {
    const now = ancestors()
    if (born.every((pid, generation) => pid === null || now[generation] === pid)) return
    clearInterval(watch)
    end('SIGTERM')
  }, 200)
  watch.unref()
}

/**
 * npm's shell and the npm behind it; null where the system can't say cheaply. Null as well where npm doesn't run us: a
 * service outlives the shell that started it.
 */
function ancestors() {
  return process.env.npm_lifecycle_event === undefined ? [] : [process.ppid, parentOf(process.ppid)]
}

function parentOf(pid) {
  try {
    // "pid (name) state parent …", where the name may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // Not Linux, or the shell has ended; then our own parent counts.
    return null
  }
}

function end(signal) {
  endedBy ??= signal
  for (const child of children) child.kill(signal)
  if (children.size === 0) process.exit(exitCode(null, signal))
}

/**
 * Runs a program with our input and output, and exits as it does. An IPC channel breaks when we are killed, which ends
 * the program. A message announces what is prepared beside it; a failed preparation ends the program with our failure,
 * and the program's end aborts the preparation.
 */
export async function runInOurPlace(command, args, prepareBeside) {
  const env = { ...FRUGAL.memory, ...process.env }
  const { child, ended } = begin(command, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  inOurPlace = child
  let failure = null
  prepareBeside?.().then(
    () => child.connected && child.send('prepared'),
    (error) => {
      failure = error
      child.kill('SIGTERM')
    },
  )
  const { code, signal } = await ended
  if (failure) throw failure
  await endOthers()
  process.exit(exitCode(code, signal))
}

async function endOthers() {
  isOver = true
  await Promise.all(
    [...children].map((child) => {
      child.kill('SIGTERM')
      return once(child, 'close')
    }),
  )
}

/**
 * Runs a step of the preparation with progress on stderr, in whole lines where other programs write there, too.
 * Captures its output, which is returned with `ok: false` on failure. Exits after a signal.
 */
export async function runStep(title, command, args, { isBeside = false, ...options }) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const stopProgress = showProgress(title, seconds, isBeside)
  const { child, ended } = begin(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  // Undefined where it could not be started; `ended` says why.
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const { code, signal } = await ended
  if (endedBy || isOver) {
    stopProgress(`${title}: stopped.`)
    if (children.size === 0 && !isOver) process.exit(exitCode(null, endedBy))
    // The program beside us ends us.
    await new Promise(() => {})
  }
  const ok = code === 0
  stopProgress(ok ? `${title}: done in ${seconds()} s.` : `${title}: failed after ${seconds()} s (${signal ?? code}).`)
  return { ok, output }
}

function begin(command, args, options) {
  const child = spawn(command, args, options)
  children.add(child)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => children.delete(child))
  return { child, ended }
}

/** A moving line on our own terminal; elsewhere a line now and, in a file, one every ten seconds. */
function showProgress(title, seconds, isBeside) {
  const out = process.stderr
  const moves = out.isTTY && !isBeside
  const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'.split('')
  const clear = () => out.write('\r\u001B[K')
  let turns = 0
  if (!moves) out.write(`${title} …\n`)
  const turn = () => out.write(`\r${frames[turns++ % frames.length]} ${title} … ${seconds()} s`)
  const line = () => out.isTTY || out.write(`${title} … ${seconds()} s\n`)
  const timer = moves ? setInterval(turn, 100) : setInterval(line, 10_000)
  return (lastLine) => {
    clearInterval(timer)
    if (out.isTTY) clear()
    out.write(`${lastLine}\n`)
  }
}

/** As shells do: 128 and the number of the signal. */
const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0)
