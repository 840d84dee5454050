const HIDDEN = '[hidden]'
/** Shorter secrets may be words that stand on every page. */
const SHORTEST_IN_ANSWERS = 16
/** In the log a common word may be masked by mistake. */
const SHORTEST_IN_LOG = 8
/** Any secret of the card provider, ours or not, also as its messages mask it. */
const PROVIDERS_SECRETS = /\b(?:[sr]k_(?:test|live)|whsec)_[\w*+/=-]+/g
const USER_IN_ADDRESS = /(:\/\/)[^\s"/@]*:[^\s"/@]*@/g

/**
 * Last guard before the program's output. Compares with the secrets themselves, so that no text of a member can trip
 * it.
 */
export interface SecretGuard {
  /** Whether a text about to leave contains a secret. Ignores passwords too short to differ from words. */
  isIn(text: string | Buffer): boolean
  /** Masks secrets in a line of the log, and texts that look like secrets. */
  hide(line: string): string
}

/** Guards the given values: keys, and passwords in each form they may be written. */
export function secretGuard(secrets: readonly string[]): SecretGuard {
  const inAnswers = secrets.filter((secret) => secret.length >= SHORTEST_IN_ANSWERS)
  const inLog = secrets.filter((secret) => secret.length >= SHORTEST_IN_LOG)
  // A line of the log is JSON, so secrets occur escaped.
  const written = [...new Set(inLog.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))]
  return {
    isIn: (text) => inAnswers.some((secret) => text.includes(secret)),
    hide: (line) =>
      written
        .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), line)
        .replaceAll(PROVIDERS_SECRETS, HIDDEN)
        .replaceAll(USER_IN_ADDRESS, `$1${HIDDEN}@`),
  }
}

interface Sender<Mail, Answer> {
  send(mail: Mail): Promise<void>
  tryOut?(mail: Mail): Promise<Answer>
}

/** Makes emails that contain a secret of the settings fail; their job logs it. */
export function withholdMails<Mail extends { subject: string; text: string; html: string }, Answer>(
  port: Sender<Mail, Answer>,
  guard: SecretGuard,
): Sender<Mail, Answer> {
  const checked = (mail: Mail) => {
    if (guard.isIn(`${mail.subject}\n${mail.text}\n${mail.html}`))
      throw new Error('An email held a secret of the settings.')
    return mail
  }
  const { tryOut } = port
  return {
    send: async (mail) => port.send(checked(mail)),
    ...(tryOut && { tryOut: async (mail) => tryOut(checked(mail)) }),
  }
}
