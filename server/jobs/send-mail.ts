import { createHash } from 'node:crypto'
import { href } from '#contract/href.ts'
import { said } from '#contract/mail-words.ts'
import { footOfMail } from '#server/accounts/mail-choices/foot-of-mail.ts'
import { findMailReader, type MailReader } from '#server/accounts/mail-choices/mail-reader.public.ts'
import { countMail } from '#server/accounts/mail-limits/count-mail.ts'
import { noteMailRefused, noteMailTaken } from '#server/accounts/mail-refusals/mail-refusals.public.ts'
import type { MailServices } from '#server/mail/define-mail.ts'
import { mailTimes } from '#server/mail/mail-times.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { type Mail, MailRefused, StrangerRefused } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { mailNamed } from './mails.ts'
import { readMailJob, type MailJob, type OlderMailJob } from './mail-job.ts'

type SendServices = MailServices & Pick<Services, 'mail'>

/**
 * Renders an email and hands it to the mail port. Does nothing where it is no longer true, the account has no address,
 * the reader has unsubscribed from its group, or the mailbox is at its limit (`countMail`). Called twice, it sends the
 * same message id, by which mail programs drop the second.
 */
export async function sendMail(services: SendServices, job: MailJob | OlderMailJob): Promise<void> {
  const { name, params } = readMailJob(job)
  const prepared = await mailNamed(name).prepare(services, params)
  if (!prepared) return
  const reader = await findMailReader(services.db, prepared.address)
  const mail = prepared.write(mailTimes(reader?.timeZone ?? null))
  const below = footOfMail(services, reader, prepared.preference)
  if (!mail || !below) return
  const id = idOf(name, params)
  const mayGo = await countMail(services, mail, id)
  if (mayGo === 'no')
    return services.log.info({ mail: name }, 'an email was not sent: its mailbox has reached the limit of its purpose')
  const { to, subject, purpose = 'news', cover } = mail
  const { foot, ...headers } = below
  const notice = mayGo === 'last' && purpose === 'news' ? lastToday(services.site) : ''
  const blocks = [notice, ...mail.blocks]
  const rendered = renderMail({ subject, cover, greeting: greetingOf(reader), blocks, foot }, services.site)
  await deliver(services, { to: { ...to, name: said(to.name) }, subject, ...rendered, ...headers, id })
}

/** Sends an email, and records whether the address accepts mail. */
async function deliver({ db, clock, mail }: SendServices, sent: Mail): Promise<void> {
  const { address } = sent.to
  try {
    await mail.send(sent)
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    if (await noteMailRefused(db, address, { at: clock.now(), words: error.message })) throw error
    throw new StrangerRefused(error.message, { cause: error })
  }
  await noteMailTaken(db, address)
}

/** 'Hello Ann,' to the person whose confirmed address it is; a name beside another address may be anything. */
const greetingOf = (reader: MailReader | null) => (reader?.name ? `Hello ${said(reader.name)},` : 'Hello,')

/** Footer for an unconfirmed address: why no more emails follow today, and what to do. */
const lastToday = ({ publicUrl }: Services['site']) =>
  `(This email address isn’t confirmed, so we send nothing more to it today. Confirm it, and you get every email: ${publicUrl}${href('/dashboard/account')}#address)`

/** Hash of an email's name and parameters, independent of the order of keys. */
function idOf(name: string, params: object): string {
  const parts = Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([name, parts]))
    .digest('hex')
    .slice(0, 32)
}
