import { MailRefused } from '#server/ports/mail.ts'

/** Throws for anything but exactly one plain email: a line break or separator could add a recipient. */
export function requireOneAddress(address: string): void {
  if (!/^[^\s<>,;:"]+@[^\s<>,;:"@]+$/.test(address)) throw new MailRefused('That is not one mail address.')
}
