import { givenEnvironment } from './given-environment.ts'

/**
 * Whether all output is lines of JSON: in a live shop, unless a person reads it on a terminal. Why a start fails is always
 * a sentence on standard error: no log is open by then.
 */
export const saysJson = givenEnvironment.DOGEAR_MODE === 'live' && !process.stdout.isTTY

// As they are before `logPrinted` catches what others write.
const write = process.stdout.write.bind(process.stdout)
const writeError = process.stderr.write.bind(process.stderr)
const INFO = 30
const WARN = 40

/** A sentence for the person who watches. */
export function say(sentence: string): void {
  put(INFO, sentence, {})
}

/** Why the program can't start. */
export function sayFailure(sentences: string): void {
  writeError(`${sentences}\n`)
}

/** Node's own way is a text of several lines on standard error. */
export function sayWarnings(): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack }) => put(WARN, `${name}: ${message}`, { stack }))
}

// By hand: what writes the log takes a while to load, and a mistyped setting is told before that.
function put(level: number, msg: string, facts: object): void {
  write(saysJson ? `${JSON.stringify({ level, time: Date.now(), ...facts, msg })}\n` : `${msg}\n`)
}
