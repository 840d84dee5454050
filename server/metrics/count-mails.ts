import { type MailPort, MailRefused } from '#server/ports/mail.ts'
import type { Metrics } from '#server/services.ts'

/** The same mail port, with what becomes of each email counted. */
export function countMails(port: MailPort, { mailEnded }: Pick<Metrics, 'mailEnded'>): MailPort {
  return {
    ...port,
    send: async (mail) => {
      try {
        await port.send(mail)
        mailEnded('sent')
      } catch (error) {
        mailEnded(error instanceof MailRefused ? 'refused' : 'failed')
        throw error
      }
    },
  }
}
