import * as z from 'zod/mini'
import type { MailGroup } from '#contract/accounts/mail-choices.ts'
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
  /** Ids and moments alone: no name, address or text, so that an email tells what is true when it goes out. */
  params: Schema
  /** Null where there is nothing (any more) to tell. An empty address, as a closed account has, counts as nothing. */
  write: (services: MailServices, params: z.output<Schema>) => Promise<Mail | null>
}

/** An email with the parameters of its job. */
export interface MailToSend {
  params: object
  preference: MailPreference
  write: (services: MailServices) => Promise<Mail | null>
}

/** Any email, for those who know its name and parameters from a job alone. */
export interface AnyMail {
  name: string
  group: MailPreference | ((params: never) => MailPreference)
  priority?: number
  /** Throws where these are no parameters of it. */
  read: (params: unknown) => MailToSend
}

/** An email that can be booked with these parameters. */
export interface DeclaredMail<Params extends object> extends AnyMail {
  write: (services: MailServices, params: Params) => Promise<Mail | null>
}

/**
 * Declares an email, in a file of its noun that `server/jobs/mails.ts` names. Book it where the thing happens, in the same
 * transaction: `await bookMail(tx, payoutMail, { payoutId })`. It goes out once that is committed, however long the mail
 * server is away (tried for five days, later and later), under one message id made of its name and parameters; so book
 * the same email with the same parameters once only.
 */
export const defineMail = <Schema extends z.ZodMiniType<object>>(
  declared: MailDeclaration<Schema>,
): DeclaredMail<z.output<Schema>> => ({
  ...declared,
  read: (given) => {
    const { group, write } = declared
    const params = z.parse(declared.params, given)
    const preference = typeof group === 'function' ? group(params) : group
    return { params, preference, write: (services) => write(services, params) }
  },
})
