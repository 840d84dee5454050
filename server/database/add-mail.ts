import { addJob } from './add-job.ts'
import type { MailKinds, MailJob } from './mail-jobs.ts'
import type { Tx } from './schema.ts'

/** Books an email as part of the transaction it is given, for now or for later; see MailKinds. */
export async function addMail<Name extends keyof MailKinds>(
  tx: Tx,
  letter: Name,
  about: MailKinds[Name],
  sendAt?: Date,
): Promise<void> {
  await addJob(tx, 'send_mail', { letter, about } as MailJob, sendAt)
}
