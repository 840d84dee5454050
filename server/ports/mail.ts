import type { MailGroup } from '#contract/accounts/mail-choices.ts'
import type { MailWords } from '#contract/mail-blocks.ts'
import type { Site } from '#contract/site.ts'

/** The group by which readers can turn an email off; `always` for money, and for the safety of an account. */
export type MailPreference = MailGroup | 'always'

/**
 * What an email is for. Each purpose has a limit for a mailbox, since a stranger to it may have caused the email.
 * `proven`: the address was confirmed when the email was written, so it always goes out.
 */
export type MailPurpose = 'reset' | 'sign_in' | 'confirmation' | 'new_email' | 'news' | 'proven'

/** A mail as it is written: to one person, its words once. Both forms are rendered of them when it goes out. */
export interface WrittenMail extends MailWords {
  /** Name and address are separate fields: a line break in a joined string could add recipients. */
  to: { name: string; address: string }
  /** Purpose of the email; left out, it is news, without a limit for a confirmed address. */
  purpose?: MailPurpose
  /** When the link in it expires, and the email with it. */
  until?: Date
}

/** One form of an email, as admins are shown it: who gets it and when, and its words with an example's facts. */
export interface MailForm {
  to: string
  when: string
  /** By which its readers can turn it off. */
  group: MailPreference
  write(site: Site): MailWords
}

/** A mail to one person. Name and address are separate fields: a line break in a joined string could add recipients. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  /** The same words in both forms, for programs and readers who show one or the other. */
  text: string
  html: string
  /** Unsubscribe link: a mail program may POST it (RFC 8058), and a person may open it. */
  stopLink?: string
  /** Message id, in letters and digits: the receiver drops duplicates. Left out, each mail is its own. */
  id?: string
}

/**
 * Hands a mail over for delivery. Rejects when no server took it; the caller's job is then retried, unless it is a
 * MailRefused.
 */
export interface MailPort {
  send(mail: Mail): Promise<void>
  /** Sends as well, and tells how a mail server answered. Absent where no server is asked. */
  tryOut?(mail: Mail): Promise<MailAnswer>
}

/** How a mail server answered. */
export interface MailAnswer {
  isTaken: boolean
  /** Its own words, or the system's where none could be asked. */
  said: string
  /** What its operator can do; empty where the mail was taken. */
  advice: string
}

/** Books mails in the database, to be sent later. */
export interface BookedMail {
  send(mail: WrittenMail): Promise<void>
  /** Books a mail and rolls it back: rejects where `send` would, and sends nothing. */
  rehearse(): Promise<void>
}

/** The address permanently refuses mail: a retry would fail the same way. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The same for an address without an account (yet): a retry may find one. */
export class StrangerRefused extends MailRefused {
  override name = 'StrangerRefused'
}
