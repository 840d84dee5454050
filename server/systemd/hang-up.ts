import { isatty } from 'node:tty'

interface Answers {
  /** Called when our terminal was closed. */
  onClosed(): void
  /** Called when a person or a program sent the signal and expects us to go on. */
  onSent(): void
}

/**
 * Distinguishes the two meanings of SIGHUP. Service managers and log rotation send it to reload settings; a closing
 * terminal sends it too, and a shop that went on unseen would hold port and folder.
 */
export function onHangUp({ onClosed, onSent }: Answers): void {
  const hadTerminal = isatty(0)
  process.on('SIGHUP', () => {
    // Windows sends it for a closed window only, and ends the process soon after.
    if (process.platform === 'win32' || (hadTerminal && !isatty(0))) onClosed()
    else onSent()
  })
}
