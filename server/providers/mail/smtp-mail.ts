import { createTransport } from 'nodemailer'
import type { MailPort } from '#server/ports/mail.ts'

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
      // Name and address stay apart, and an address with a break or a separator in it is nobody's.
      if (!/^[^\s<>,;:"]+@[^\s<>,;:"]+$/.test(to.address)) throw new Error('That is not one mail address.')
      await transport.sendMail({ from, to: [to], subject: oneLine(subject), text })
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
