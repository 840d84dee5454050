import { createTransport } from 'nodemailer'
import type { MailPort } from '#server/ports/mail.ts'
import { requireOneAddress } from './one-address.ts'

type Settings = {
  /** smtp://user:password@host:587 or smtps://…:465. */
  url: string
  from: { name: string; address: string }
}

/** Mail over SMTP. Rejects when the server doesn't take the mail, or not within half a minute. */
export function smtpMail({ url, from }: Settings): MailPort {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A mail is words and nothing else: no file and no address may be pulled into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text }) => {
      requireOneAddress(to.address)
      // Name and address stay apart: in one string, a line break or a comma could add recipients.
      await transport.sendMail({ from, to: [{ ...to, name: oneLine(to.name) }], subject: oneLine(subject), text })
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
