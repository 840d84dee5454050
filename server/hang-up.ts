import { isatty } from 'node:tty'

interface Answers {
  /** The terminal that we were started in is gone. */
  onClosed(): void
  /** The signal was sent by a person or a program, which expects us to go on. */
  onSent(): void
}

/**
 * Tells the two meanings of SIGHUP apart. Service managers and log rotation send it to have settings read again; a terminal
 * sends it when its window is closed, and a shop that goes on unseen would hold port and folder.
 */
export function onHangUp({ onClosed, onSent }: Answers): void {
  const hadTerminal = isatty(0)
  process.on('SIGHUP', () => {
    // Windows knows the signal for a closed window alone, and ends us soon after.
    if (process.platform === 'win32' || (hadTerminal && !isatty(0))) onClosed()
    else onSent()
  })
}
