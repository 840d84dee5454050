import { addJob } from './add-job.ts'
import type { Letters, MailJob } from './mail-jobs.ts'
import type { Tx } from './schema.ts'

/** Books an email as part of the transaction it is given; see Letters. */
export async function addMail<Name extends keyof Letters>(tx: Tx, letter: Name, about: Letters[Name]): Promise<void> {
  await addJob(tx, 'send_mail', { letter, about } as MailJob)
}
