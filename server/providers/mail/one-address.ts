import { MailRefused } from '#server/ports/mail.ts'

/** Throws for whatever isn't exactly one plain address: a break or a separator in it could name a second person. */
export function requireOneAddress(address: string): void {
  if (!/^[^\s<>,;:"]+@[^\s<>,;:"@]+$/.test(address)) throw new MailRefused('That is not one mail address.')
}
