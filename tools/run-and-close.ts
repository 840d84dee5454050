const closers: (() => Promise<unknown>)[] = []
let closing: Promise<void> | undefined

/** Has something closed when the program ends: what was opened last comes first. */
export function closeLater(close: () => Promise<unknown>): void {
  closers.push(close)
}

/**
 * Runs a program's work, and closes what it opened: once, whether the work is done, fails, or a signal asks for the
 * end. The work tells whether all is well; the exit code is 0 then, else 1.
 */
export async function runAndClose(work: () => Promise<boolean>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void close().then(() => process.exit(1)))
  // What runs us for npm was killed. Waiting for that alone is no reason to go on.
  process.once('disconnect', () => void close().then(() => process.exit(1)))
  process.channel?.unref()
  try {
    process.exitCode = (await work()) ? 0 : 1
  } catch (error) {
    // Asked to end, whatever breaks now was broken by us.
    if (!closing) console.error(error)
    process.exitCode = 1
  } finally {
    await close()
  }
}

function close(): Promise<void> {
  return (closing ??= closeAll())
}

async function closeAll(): Promise<void> {
  for (const end of closers.toReversed()) await end().catch((error: Error) => console.error(error.message))
}
