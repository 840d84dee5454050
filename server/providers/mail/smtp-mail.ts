import { type MailPort, MailRefused } from '#server/ports/mail.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { requireOneAddress } from './one-address.ts'

type Settings = {
  /** smtp://user:password@host:587 or smtps://…:465. */
  url: string
  /** Sender's email. */
  from: string
  /** Present name of the shop. */
  name: () => string
}

/**
 * Mail over SMTP. Rejects when the server doesn't take the mail within half a minute; with MailRefused where it refuses
 * the recipient for good. A mail's id becomes its Message-ID.
 */
export function smtpMail({ url, from, name }: Settings): MailPort {
  let transport: Awaited<ReturnType<typeof openTransport>> | undefined
  return {
    send: async ({ to, subject, text, html, stopLink, id }) => {
      requireOneAddress(to.address)
      transport ??= await openTransport(url)
      // Name and email stay separate: in one string, a line break or comma could add recipients.
      await transport
        .sendMail({
          from: { name: oneLine(name()), address: from },
          to: [{ ...to, name: oneLine(to.name) }],
          subject: oneLine(subject),
          text,
          html,
          headers: { ...AUTOMATIC, ...(stopLink !== undefined && oneClick(stopLink)) },
          ...(id !== undefined && { messageId: `<${id}@${from.split('@')[1]}>` }),
        })
        .catch((error: SmtpError) => {
          throw isForGood(error)
            ? new MailRefused(error.message, { cause: error })
            : new ProviderError(`The mail server took no email: ${error.message}`, { cause: error })
        })
    },
  }
}

/** Loaded with the first mail: most programs that could send one end without. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // No file or address may be pulled into a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Tells out-of-office replies to keep quiet (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** One-click unsubscribe (RFC 8058). */
const oneClick = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/**
 * Whether the recipient was refused permanently, and not by a policy that the operator can change (X.7: policy,
 * relaying).
 */
function isForGood({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  return command === 'RCPT TO' && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response)
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
