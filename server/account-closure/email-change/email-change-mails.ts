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
    `somebody, probably you, wants to use this email for their account at ${site.name}. To confirm it, open this page in a browser where you’re signed in, and press the button there.`,
    link('Confirm your new email', `${site.publicUrl}${CHANGE_EMAIL_PAGE}?token=${token}`),
    note(
      `The link works once, for ${EMAIL_CHANGE_HOURS} hours. If it wasn’t you, ignore this email, and nothing happens.`,
    ),
  ])

/** Mails an address that has an account, or had one that the club closed: only its reader learns that. */
export const alreadyUsedMail = (site: Words, address: string): WrittenMail =>
  mailOf(address, 'new_email', `About your email at ${site.name}`, [
    `somebody wanted to use this email for another account at ${site.name}. It belongs to an account already, so nothing was changed.`,
    'If it was you, sign in with this email, or choose a new password for it. If it wasn’t you, ignore this email.',
    link('Choose a new password', `${site.publicUrl}${href('/reset-password')}`),
  ])

/** Mails the current email before anything changes. */
export const askedMail = (site: Words, address: string): WrittenMail =>
  mailOf(address, 'proven', `A new email for your ${site.name} account?`, [
    `somebody, probably you, asked for another email for your account at ${site.name}. Nothing is changed until the new one is confirmed.`,
    'If it wasn’t you, somebody else is signed in as you. Choose a new password now, and they’re out.',
    link('Choose a new password', `${site.publicUrl}${href('/reset-password')}`),
  ])

/** Mails the former email. */
export const changedMail = (site: Words, address: string): WrittenMail =>
  mailOf(address, 'proven', `Your ${site.name} account has a new email`, [
    `the email of your account at ${site.name} was changed. You sign in with the new one from now on, and get our emails there.`,
    `If it wasn’t you, write to the club at once: ${clubContact(site)}`,
  ])

const mailOf = (address: string, purpose: MailPurpose, subject: string, blocks: MailBlock[]): WrittenMail => ({
  to: { name: '', address },
  purpose,
  subject,
  blocks: ['Hello,', ...blocks],
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
