import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 1000
const SILENCE_MS = 30_000

/**
 * File lock: does the work while no other program in this folder does it; waits for its turn. The lock has our pid and
 * is touched every second. It is stale when its program has ended, or after half a minute without touch (the pid
 * belongs to another program by now).
 */
export async function oneAtATime(lock, work) {
  const mine = `${process.pid}\n`
  let isReported = false
  while (!take(lock, mine)) {
    const holder = read(lock)
    if (holder !== null && isStale(lock, holder)) remove(lock, holder)
    else {
      if (!isReported)
        console.error(`Another Dogear (pid ${holder?.trim() ?? '?'}) is preparing this folder; waiting for it.`)
      isReported = true
      await sleep(100)
    }
  }
  const timer = setInterval(() => touch(lock), HEARTBEAT_MS)
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    clearInterval(timer)
    process.off('exit', release)
    release()
  }
}

function take(lock, mine) {
  try {
    writeFileSync(lock, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // Removed by hand.
  }
}

function read(lock) {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return null
  }
}

function isStale(lock, holder) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > SILENCE_MS) return true
    process.kill(Number.parseInt(holder, 10), 0)
    return false
  } catch (error) {
    // No such process. Another user's process is alive.
    return error.code === 'ESRCH'
  }
}

/** Two may find the same stale lock: what was moved away is checked again, and restored if it was fresh. */
function remove(lock, holder) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (read(aside) === holder) rmSync(aside)
  else renameSync(aside, lock)
}
