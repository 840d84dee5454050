import { href } from '#contract/href.ts'
import { link, note, type MailBlock } from '#contract/mail-blocks.ts'
import { CHANGE_EMAIL_PAGE, EMAIL_CHANGE_HOURS } from '#contract/accounts/change-email.ts'
import type { Site } from '#contract/site.ts'
import { clubContact } from '#contract/wording.ts'
import type { MailForm, MailPurpose, WrittenMail } from '#server/ports/mail.ts'

type Words = Pick<Site, 'name' | 'publicUrl' | 'contact'>

/** Mails the new email, without the person's name, or any account could write to strangers. */
export const confirmMail = (site: Words, address: string, token: string): WrittenMail =>
  mailOf(address, 'new_email', `Confirm your new email for ${site.name}`, [
    `Please confirm that this is your new email for ${site.name}. Open this page in a browser where you’re signed in:`,
    link('Confirm your new email', `${site.publicUrl}${CHANGE_EMAIL_PAGE}?token=${token}`),
    note(
      `The link works once, for ${EMAIL_CHANGE_HOURS} hours. If you didn’t ask for this, ignore this email, and nothing changes.`,
    ),
  ])

/** Mails an address that has an account, or had one that the club closed: only its reader learns that. */
export const alreadyUsedMail = (site: Words, address: string): WrittenMail =>
  mailOf(address, 'new_email', `About your email at ${site.name}`, [
    `Someone wanted to use this email for another account at ${site.name}. It already belongs to an account, so nothing was changed.`,
    'If that was you, sign in with this email, or choose a new password for it. If it wasn’t, ignore this email.',
    link('Choose a new password', `${site.publicUrl}${href('/reset-password')}`),
  ])

/** Mails the current email before anything changes. */
export const askedMail = (site: Words, address: string): WrittenMail =>
  mailOf(address, 'proven', `A new email for your ${site.name} account?`, [
    `You asked to change the email of your account at ${site.name}. Nothing changes until the new one is confirmed.`,
    'If that wasn’t you, someone else is signed in to your account. Choose a new password now to sign them out.',
    link('Choose a new password', `${site.publicUrl}${href('/reset-password')}`),
  ])

/** Mails the former email. */
export const changedMail = (site: Words, address: string): WrittenMail =>
  mailOf(address, 'proven', `Your ${site.name} account has a new email`, [
    `The email of your account at ${site.name} has changed. Use the new one to sign in; we’ll send our emails there.`,
    `If that wasn’t you, write to the club at once: ${clubContact(site)}`,
  ])

const mailOf = (address: string, purpose: MailPurpose, subject: string, blocks: MailBlock[]): WrittenMail => ({
  to: { name: '', address },
  purpose,
  subject,
  blocks,
})

/** What they look like, for admins. */
export const emailChangeForms: readonly MailForm[] = [
  {
    to: 'A member’s new email address',
    when: 'They ask for another email',
    group: 'always',
    write: (site) => confirmMail(site, '', '…'),
  },
  {
    to: 'A member’s new email address',
    when: 'They ask for an email that has an account already',
    group: 'always',
    write: (site) => alreadyUsedMail(site, ''),
  },
  {
    to: 'A member’s current email address',
    when: 'They ask for another email',
    group: 'always',
    write: (site) => askedMail(site, ''),
  },
  {
    to: 'A member’s former email address',
    when: 'Another email is in force',
    group: 'always',
    write: (site) => changedMail(site, ''),
  },
]
