import { type Mail, type MailPort, MailRefused } from '#server/ports/mail.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { adviceFor, isOurs, saidBy, type SmtpError } from './explain-smtp.ts'
import { requireOneAddress } from './one-address.ts'

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…:465. */
  url: string
  /** Sender's email. */
  from: string
  /** Where other servers send what they can't deliver; null for the sender's email. */
  bouncesTo?: string | null
  /** Key of the signature, in PEM, and its name in the sender's domain; null for no signature. */
  dkim?: { selector: string; privateKey: string } | null
  /** Present name of the shop. */
  name: () => string
}

/**
 * Mail over SMTP. Rejects when the server doesn't take the mail within half a minute; with MailRefused where it refuses
 * the recipient for good. A mail's id becomes its Message-ID.
 */
export function smtpMail(settings: SmtpSettings): MailPort {
  const { from, bouncesTo, name } = settings
  let transport: Awaited<ReturnType<typeof openTransport>> | undefined

  /** Resolves to the server's answer. */
  async function hand({ to, subject, text, html, stopLink, id }: Mail): Promise<string> {
    requireOneAddress(to.address)
    transport ??= await openTransport(settings)
    // Name and email stay separate: in one string, a line break or comma could add recipients.
    const { response } = await transport
      .sendMail({
        from: { name: oneLine(name()), address: from },
        to: [{ ...to, name: oneLine(to.name) }],
        envelope: { from: bouncesTo ?? from, to: to.address },
        subject: oneLine(subject),
        text,
        html,
        headers: { ...AUTOMATIC, ...(stopLink !== undefined && oneClick(stopLink)) },
        ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
      })
      .catch((error: SmtpError) => Promise.reject(withoutPassword(error, settings.url)))
    return response
  }

  return {
    send: async (mail) => {
      await hand(mail).catch((error: SmtpError) => {
        throw isForGood(error)
          ? new MailRefused(saidBy(error), { cause: error })
          : new ProviderError(`The mail server took no email: ${error.message}`, { cause: error })
      })
    },
    tryOut: (mail) =>
      hand(mail).then(
        (said) => ({ isTaken: true, said, advice: '' }),
        (error: SmtpError) => ({ isTaken: false, said: saidBy(error), advice: adviceFor(error) }),
      ),
  }
}

/** Loaded with the first mail: most programs that could send one end without. */
export async function openTransport({ url, from, dkim }: SmtpSettings) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // No file or address may be pulled into a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: domainOf(from),
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED,
      },
    }),
  })
}

/** One-click unsubscribe counts only where both of its headers are signed (RFC 8058). */
const SIGNED =
  'From:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/** Tells out-of-office replies to keep quiet (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

const oneClick = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Whether the recipient was refused permanently, and not for what the operator can change. */
const isForGood = (error: SmtpError): boolean =>
  error.command === 'RCPT TO' && (error.responseCode ?? 0) >= 500 && !isOurs(error)

/** Some servers repeat a command that they don't know, and with it the password as it was sent. */
export function withoutPassword(error: SmtpError, url: string): SmtpError {
  if (!error.command?.startsWith('AUTH')) return error
  const { username, password } = new URL(url)
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const sent = [`\0${user}\0${secret}`, secret].map((text) => Buffer.from(text).toString('base64'))
  const masked = (text: string) =>
    [...sent, secret].filter(Boolean).reduce((rest, one) => rest.replaceAll(one, '…'), text)
  const said = { message: masked(error.message), stack: masked(error.stack ?? '') }
  return Object.assign(error, said, error.response !== undefined && { response: masked(error.response) })
}

const domainOf = (address: string) => address.slice(address.indexOf('@') + 1)
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
