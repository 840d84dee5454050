/**
 * What an email is for. Each purpose has a limit for a mailbox, since a stranger to it may have caused the email.
 * `proven`: the address was confirmed when the email was written, so it always goes out.
 */
export type MailPurpose = 'reset' | 'confirmation' | 'new_email' | 'news' | 'proven'

/** A mail to one person. Name and address are separate fields: a line break in a joined string could add recipients. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  /** Plain text; the only form we send, so that every reader shows the same. */
  text: string
  /** Unsubscribe link: a mail program may POST it (RFC 8058), and a person may open it. */
  stopLink?: string
  /** Message id, in letters and digits: the receiver drops duplicates. Left out, each mail is its own. */
  id?: string
  /** Purpose of the email; left out, it is news, without a limit for a confirmed address. */
  purpose?: MailPurpose
  /** When the link in it expires, and the email with it. */
  until?: Date
}

/**
 * Hands a mail over for delivery. Rejects when no server took it; the caller's job is then retried, unless it is a
 * MailRefused.
 */
export interface MailPort {
  send(mail: Mail): Promise<void>
}

/** A mail port that books mails in the database, to be sent later. */
export interface BookedMail extends MailPort {
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
