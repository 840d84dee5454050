/**
 * What an email is for. Each purpose has a limit for a mailbox, since a stranger to it may have caused the email.
 * `proven`: the address was confirmed when the email was written, so it always goes out.
 */
export type MailPurpose = 'reset' | 'confirmation' | 'new_email' | 'news' | 'proven'

/** A mail to one person. Name and address travel apart: a line break in a joined string could add recipients. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  /** Plain text; the only form we send, so that every reader shows the same. */
  text: string
  /** Where a mail program may end emails of this kind by one POST (RFC 8058), and a person by opening it. */
  stopLink?: string
  /**
   * Identifies this mail, in letters and digits: its receiver drops the second of two with one id. Left out, it is a mail
   * of its own each time.
   */
  id?: string
  /** Left out, it is news: without a limit for a confirmed address. */
  purpose?: MailPurpose
  /** From when on it is worth nothing to its reader, because the link in it has expired. */
  until?: Date
}

/**
 * Hands a mail over for delivery. Rejects when no server took it; the caller's job is then retried, unless it is a
 * MailRefused.
 */
export interface MailPort {
  send(mail: Mail): Promise<void>
}

/** Hands mails over by noting them down, to be sent later. */
export interface BookedMail extends MailPort {
  /** Books a mail and takes it back: rejects where `send` would, and sends nothing. */
  rehearse(): Promise<void>
}

/** This address takes no mail, today or tomorrow: another try would end the same way. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The same of an address that no account has, or has yet: another try may find whom to tell. */
export class StrangerRefused extends MailRefused {
  override name = 'StrangerRefused'
}
