import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '#server/ports/clock.ts'
import { listOutbox, outboxMail } from '#server/providers/mail/outbox-mail.ts'
import { smtpMail } from '#server/providers/mail/smtp-mail.ts'
import { mailSuite } from './mail.ts'
import { readMail, startMailSink } from './mail-sink.ts'

mailSuite('The outbox', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'dogear-outbox-'))
  return {
    mail: outboxMail({ dir, clock: systemClock }),
    delivered: async () =>
      (await listOutbox(dir)).map(({ to, subject, text, html }) => ({
        recipients: [to.address],
        to,
        subject,
        text,
        html,
      })),
    close: () => rm(dir, { recursive: true }),
  }
})

mailSuite('SMTP', async () => {
  const sink = await startMailSink()
  return {
    mail: smtpMail({ url: sink.url, from: 'shop@example.org', name: () => 'Dogear' }),
    delivered: async () =>
      sink.mails.toReversed().map(({ recipients, raw }) => {
        const { headers, text, html } = readMail(raw)
        const [, name = '', address = ''] = /^(.*?)\s*<?([^\s<>]+)>?$/.exec(headers.get('to') ?? '') ?? []
        const plainName = name.replace(/^"|"$/g, '')
        return { recipients, to: { name: plainName, address }, subject: headers.get('subject') ?? '', text, html }
      }),
    close: () => sink.close(),
  }
})
