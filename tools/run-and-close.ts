const closers: (() => Promise<unknown>)[] = []
let closing: Promise<void> | undefined

/** Registers something to close when the program ends: last opened, first closed. */
export function closeLater(close: () => Promise<unknown>): void {
  closers.push(close)
}

/**
 * Runs a program's work with graceful shutdown: closes what it opened, once, whether the work succeeds, fails or a
 * signal ends it. `work` returns success; the exit code is 0 then, else 1.
 */
export async function runAndClose(work: () => Promise<boolean>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void close().then(() => process.exit(1)))
  // Our npm runner was killed. Listening for that must not keep the process alive.
  process.once('disconnect', () => void close().then(() => process.exit(1)))
  process.channel?.unref()
  try {
    process.exitCode = (await work()) ? 0 : 1
  } catch (error) {
    // After a signal, failures come from our own shutdown.
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
