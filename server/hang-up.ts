import { isatty } from 'node:tty'

interface Answers {
  /** The terminal that we were started in is gone. */
  onClosed(): void
  /** Somebody sent the signal, and expects us to go on. */
  onSent(): void
}

/**
 * Tells the two meanings of SIGHUP apart. Service managers and log rotation send it to have settings read again; in a
 * terminal it says that its window was closed, and a shop that nobody sees any more would hold port and folder.
 */
export function onHangUp({ onClosed, onSent }: Answers): void {
  const hadTerminal = isatty(0)
  process.on('SIGHUP', () => {
    // Windows knows the signal for a closed window alone, and ends us soon after.
    if (process.platform === 'win32' || (hadTerminal && !isatty(0))) onClosed()
    else onSent()
  })
}
