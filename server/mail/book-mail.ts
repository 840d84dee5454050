import { addJob } from '#server/database/add-job.ts'
import type { Tx } from '#server/database/schema.ts'
import type { DeclaredMail } from './define-mail.ts'

/** Books an email as part of the transaction it is given, for now or for later. */
export async function bookMail<Params extends object>(
  tx: Tx,
  { name, priority }: DeclaredMail<Params>,
  params: NoInfer<Params>,
  sendAt?: Date,
): Promise<void> {
  await addJob(tx, 'send_mail', { name, params }, sendAt, priority)
}
