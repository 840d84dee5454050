import * as z from 'zod/mini'
import type { MailGroup } from '#contract/accounts/mail-choices.ts'
import { addJob } from '#server/database/add-job.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Mail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'

/** The group by which readers can turn an email off; `always` for money, and for the safety of an account. */
export type MailPreference = MailGroup | 'always'

/** What emails are written with. */
export type MailServices = Pick<Services, 'db' | 'clock' | 'sealer' | 'shop' | 'site' | 'log'>

interface MailDeclaration<Schema extends z.ZodMiniType<object>> {
  /** Never changes: jobs that wait name it, in backups too. */
  name: string
  group: MailPreference | ((params: z.output<Schema>) => MailPreference)
  /** Of its job; that of all emails unless given. */
  priority?: number
  /** Ids and times only: names, addresses and texts are read when the email goes out. */
  params: Schema
  /** Renders the email; null where it is no longer true. An empty address, as of a closed account, counts as null. */
  write: (services: MailServices, params: z.output<Schema>) => Promise<Mail | null>
}

/** Any email, for code that knows its name and parameters from a job alone. */
export interface AnyMail {
  name: string
  group: MailPreference | ((params: never) => MailPreference)
  /** Throws where the parameters are none of this email. */
  writeFor: (services: MailServices, params: unknown) => Promise<{ mail: Mail | null; preference: MailPreference }>
}

export interface DeclaredMail<Params extends object> extends AnyMail {
  write: (services: MailServices, params: Params) => Promise<Mail | null>
  /** Books it as part of the transaction, for now or for later. */
  book: (tx: Tx, params: Params, sendAt?: Date) => Promise<void>
}

/**
 * Declares an email, in a file of its noun that `server/jobs/mails.ts` names. Book it in the transaction that causes
 * it: `await payoutMail.book(tx, { payoutId })`. It is sent after the commit, with retries for five days, under one
 * message id made of its name and parameters; so book the same email with the same parameters only once.
 */
export const defineMail = <Schema extends z.ZodMiniType<object>>(
  mail: MailDeclaration<Schema>,
): DeclaredMail<z.output<Schema>> => ({
  ...mail,
  book: (tx, params, sendAt) => addJob(tx, 'send_mail', { name: mail.name, params }, sendAt, mail.priority),
  writeFor: async (services, given) => {
    const params = z.parse(mail.params, given)
    const preference = typeof mail.group === 'function' ? mail.group(params) : mail.group
    return { mail: await mail.write(services, params), preference }
  },
})
