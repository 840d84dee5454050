import { dayBefore } from '#contract/duration.ts'
import { facts, type MailWords } from '#contract/mail-blocks.ts'
import { TEST_MAILS_A_DAY, type SentTestMail } from '#contract/settings/mails.ts'
import type { Refuses } from '#contract/problems.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { countActs, writeAudit } from '#server/accounts/audit/audit.public.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { Services } from '#server/services.ts'

/**
 * Sends a test email to the admin's own address, at once and without a job, so that the answer has the mail server's
 * own words. Refuses more than 20 a day. Called twice, it sends two.
 */
export async function sendTestMail(
  {
    db,
    clock,
    mail,
    site,
    ...services
  }: Pick<Services, 'db' | 'clock' | 'mail' | 'site'> & Refuses<'too_many_requests'>,
  account: SignedInAccount,
): Promise<SentTestMail> {
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, account.id)
    if ((await countActs(tx, 'mail_tested', account.id, dayBefore(at))) >= TEST_MAILS_A_DAY)
      services.refuse(
        'too_many_requests',
        `You can send ${TEST_MAILS_A_DAY} test emails a day. Please try again tomorrow.`,
      )
    await writeAudit(tx, { kind: 'mail_tested', by: { as: 'admin', id: account.id }, at })
  })
  const words = testWords(site, at)
  const to = { name: account.name, address: account.email }
  const written = { to, subject: words.subject, ...renderMail(words, site) }
  if (mail.tryOut) return { to: account.email, ...(await mail.tryOut(written)) }
  await mail.send(written)
  return { to: account.email, isTaken: true, said: null, advice: '' }
}

/** The words of a test email, of this moment. */
export const testWords = ({ name, publicUrl }: Pick<Services['site'], 'name' | 'publicUrl'>, at: Date): MailWords => ({
  subject: `A test email of ${name}`,
  blocks: [
    `You asked ${name} for a test email. You’re reading it, so emails arrive.`,
    facts(['Sent', `${at.toISOString().slice(0, 16).replace('T', ', ')} UTC`], ['By', publicUrl]),
  ],
})
