let isLive = false

/** Called once the settings are read. */
export function speakAs(mode: 'demo' | 'live'): void {
  isLive = mode === 'live'
}

/**
 * Whether output is JSON lines: in a live shop, unless standard output is a terminal. A failed start is always a
 * sentence on standard error: no log is open by then.
 */
export const saysJson = (): boolean => isLive && !process.stdout.isTTY

// The original methods, before `logPrinted` replaces them.
const write = process.stdout.write.bind(process.stdout)
const writeError = process.stderr.write.bind(process.stderr)
const INFO = 30
const WARN = 40

/** Prints a sentence for the operator. */
export function say(sentence: string): void {
  put(INFO, sentence, {})
}

/** Prints why the program can't start. */
export function sayFailure(sentences: string): void {
  writeError(`${sentences}\n`)
}

/** Replaces Node's multi-line warnings on standard error. */
export function sayWarnings(): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack }) => put(WARN, `${name}: ${message}`, { stack }))
}

// A minimal writer: the logger loads slowly, and a mistyped setting is reported before.
function put(level: number, msg: string, facts: object): void {
  write(saysJson() ? `${JSON.stringify({ level, time: Date.now(), ...facts, msg })}\n` : `${msg}\n`)
}
