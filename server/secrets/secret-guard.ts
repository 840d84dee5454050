const HIDDEN = '[hidden]'
/** Shorter ones may be words that stand on every page. */
const SHORTEST_IN_ANSWERS = 16
/** A line of the log may lack a word. */
const SHORTEST_IN_LOG = 8
/** Any secret of the card provider, ours or not, also as its messages mask it. */
const PROVIDERS_SECRETS = /\b(?:[sr]k_(?:test|live)|whsec)_[\w*+/=-]+/g
const USER_IN_ADDRESS = /(:\/\/)[^\s"/@]*:[^\s"/@]*@/g

/**
 * The last guard before what leaves the program. Compares with the secrets themselves, so that no text of a member's
 * can trip it.
 */
export interface SecretGuard {
  /** Whether a text that is about to leave holds one. Passwords too short to be told from words don't count. */
  isIn(text: string | Buffer): boolean
  /** A line of the log without them, and without what only looks like one. */
  hide(line: string): string
}

/** Guards the values given: keys, and passwords as they may be written. */
export function secretGuard(secrets: readonly string[]): SecretGuard {
  const inAnswers = secrets.filter((secret) => secret.length >= SHORTEST_IN_ANSWERS)
  const inLog = secrets.filter((secret) => secret.length >= SHORTEST_IN_LOG)
  // A line of the log is JSON.
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

interface Sender<Mail> {
  send(mail: Mail): Promise<void>
}

/** Emails that hold a secret of the settings fail instead, and their job says so in the log. */
export const withholdMails = <Mail extends { subject: string; text: string }>(
  port: Sender<Mail>,
  guard: SecretGuard,
): Sender<Mail> => ({
  send: async (mail) => {
    if (guard.isIn(`${mail.subject}\n${mail.text}`)) throw new Error('An email held a secret of the settings.')
    await port.send(mail)
  },
})
