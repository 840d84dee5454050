import * as z from 'zod/mini'
import type { MailWords } from '#contract/mail-blocks.ts'
import type { Site } from '#contract/site.ts'
import { addJob } from '#server/database/add-job.ts'
import type { Tx } from '#server/database/schema.ts'
import type { MailForm, MailPreference, WrittenMail } from '#server/ports/mail.ts'
import type { Services } from '#server/services.ts'
import { mailTimes, type MailTimes } from './mail-times.ts'

/** What emails are written with. */
export type MailServices = Pick<Services, 'db' | 'clock' | 'sealer' | 'shop' | 'site' | 'log'>

type Found = Pick<WrittenMail, 'to'>
type Facts<Read extends Found> = Omit<Read, 'to'>

interface Example<Params, Read extends Found> extends Pick<MailForm, 'to' | 'when'> {
  /** What `find` would read. */
  facts: Facts<Read>
  /** Those on which group or words depend. */
  params?: Partial<Params>
}

interface MailDeclaration<Schema extends z.ZodMiniType<object>, Read extends Found> {
  /** Never changes: jobs that wait name it, in backups too. */
  name: string
  group: MailPreference | ((params: z.output<Schema>) => MailPreference)
  /** Of its job; that of all emails unless given. */
  priority?: number
  /** Ids and times only: names, addresses and texts are read when the email goes out. */
  params: Schema
  /**
   * Reads the reader and the facts; null where the email is no longer true. An empty address, as of a closed account,
   * counts as null.
   */
  find: (services: MailServices, params: z.output<Schema>) => Promise<Read | null>
  /** The words; null where these facts need none. */
  write: (
    facts: Facts<NoInfer<Read>>,
    site: Site,
    params: z.output<Schema>,
    times: MailTimes,
  ) => (MailWords & Partial<WrittenMail>) | null
  /** Every form that it has, for the admins' list of emails. */
  examples: readonly Example<z.output<Schema>, NoInfer<Read>>[]
}

/** Any email, for code that knows its name and parameters from a job alone. */
export interface AnyMail {
  name: string
  group: MailPreference | ((params: never) => MailPreference)
  forms: readonly MailForm[]
  /** Reads reader and facts; null where there is nothing to say. Throws where the parameters are none of this email. */
  prepare: (services: MailServices, params: unknown) => Promise<PreparedMail | null>
}

/** An email whose reader is known and whose words aren't written yet: those depend on the reader's time zone. */
export interface PreparedMail {
  address: string
  preference: MailPreference
  /** Null where these facts need no words. */
  write: (times: MailTimes) => WrittenMail | null
}

export interface DeclaredMail<Params extends object> extends AnyMail {
  /** Books it as part of the transaction, for now or for later. */
  book: (tx: Tx, params: Params, sendAt?: Date) => Promise<void>
}

/**
 * Declares an email, in a file of its noun that `server/jobs/mails.ts` names. Book it in the transaction that causes
 * it: `await payoutMail.book(tx, { payoutId })`. It is sent after the commit, with retries for five days, under one
 * message id made of its name and parameters; so book the same email with the same parameters only once.
 */
export function defineMail<Schema extends z.ZodMiniType<object>, Read extends Found>(
  mail: MailDeclaration<Schema, Read>,
): DeclaredMail<z.output<Schema>> {
  type Params = z.output<Schema>
  const preferenceOf = (params: Params) => (typeof mail.group === 'function' ? mail.group(params) : mail.group)
  return {
    name: mail.name,
    group: mail.group,
    book: (tx, params, sendAt) => addJob(tx, 'send_mail', { name: mail.name, params }, sendAt, mail.priority),
    prepare: async (services, given) => {
      const params = z.parse(mail.params, given)
      const found = await mail.find(services, params)
      if (!found || found.to.address === '') return null
      const write = (times: MailTimes) => {
        const words = mail.write(found, services.site, params, times)
        return words && { to: found.to, ...words }
      }
      return { address: found.to.address, preference: preferenceOf(params), write }
    },
    forms: mail.examples.map(({ to, when, facts, params: some = {} }) => {
      const params = some as Params
      const write = (site: Site) => mail.write(facts, site, params, mailTimes(null))!
      return { to, when, group: preferenceOf(params), write }
    }),
  }
}
