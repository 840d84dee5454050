import { addJob } from './add-job.ts'
import type { Letters, MailJob } from './mail-jobs.ts'
import type { Db } from './schema.ts'

/** Books an email as part of the transaction it is given; see Letters. */
export async function addMail<Name extends keyof Letters>(db: Db, letter: Name, about: Letters[Name]): Promise<void> {
  await addJob(db, 'send_mail', { letter, about } as MailJob)
}
