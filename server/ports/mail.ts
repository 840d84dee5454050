/** A mail to one person. Name and address travel apart: a line break in a joined string could add recipients. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  /** Plain text; the only form we send, so that every reader shows the same. */
  text: string
}

/** Hands a mail over for delivery. Rejects when nobody took it; the caller's job is then tried again. */
export interface MailPort {
  send(mail: Mail): Promise<void>
}
