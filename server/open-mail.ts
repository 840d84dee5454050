import path from 'node:path'
import type { Site } from '#contract/site.ts'
import type { ServerOptions } from './server-options.ts'
import type { Config } from './config.ts'
import { countMails } from './metrics/count-mails.ts'
import type { Clock } from './ports/clock.ts'
import type { MailPort } from './ports/mail.ts'
import { listOutbox, outboxMail } from './providers/mail/outbox-mail.ts'
import { smtpMail } from './providers/mail/smtp-mail.ts'
import { secretGuard, withholdMails } from './secrets/secret-guard.ts'
import type { Metrics } from './services.ts'

interface Given {
  clock: Clock
  site: Pick<Site, 'name' | 'outbox'>
  metrics: Pick<Metrics, 'mailEnded'>
}

/** Opens what emails leave by: the operator's mail server, or the outbox, which the demo's people can read. */
export function openMail(
  config: Config,
  { clock, site, metrics }: Given,
): { port: MailPort; outbox: Pick<ServerOptions, 'readOutbox'> } {
  const counted = (port: MailPort) => countMails(withholdMails(port, secretGuard(config.secrets)), metrics)
  if (config.mail.kind === 'smtp')
    return { port: counted(smtpMail({ ...config.mail, name: () => site.name })), outbox: {} }
  const dir = path.join(config.dataDir, 'outbox')
  return { port: counted(outboxMail({ dir, clock })), outbox: site.outbox ? { readOutbox: () => listOutbox(dir) } : {} }
}
