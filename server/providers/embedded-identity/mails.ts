import { exampleNames } from '#contract/examples.ts'
import { SIGN_IN_LINK_MINUTES } from '#contract/accounts/sign-in.ts'
import { link, note, type MailBlock } from '#contract/mail-blocks.ts'
import { said } from '#contract/mail-words.ts'
import type { MailForm, MailPurpose, WrittenMail } from '#server/ports/mail.ts'

/** A stranger may have typed an unconfirmed email, and the name with it. */
type Person = { name: string; email: string; emailVerified: boolean }

/** Mail that asks a new member to confirm the email. */
export function verificationMail(shop: string, person: Person, href: string): WrittenMail {
  return mailTo(person, 'confirmation', `Confirm your email for ${shop}`, [
    `Please confirm your email for ${shop}:`,
    link('Confirm your email', href),
    note(
      'The link works for 24 hours, on any device. Where you signed up, what you were doing continues automatically.',
    ),
    note('If you didn’t sign up, ignore this email.'),
  ])
}

/** Mail with the link to sign in without a password. */
export function signInMail(shop: string, person: Person, href: string): WrittenMail {
  return mailTo(person, 'sign_in', `Sign in to ${shop}`, [
    `Here is your link to sign in to ${shop}:`,
    link('Sign in', href),
    `The link works once, for ${SIGN_IN_LINK_MINUTES} minutes, on any device.`,
    person.emailVerified
      ? ''
      : 'It confirms your email, too. This email was never confirmed, so if you open the link in another browser than the one you signed up in, the password from sign-up is removed and the books listed with it are taken down.',
    note('If you didn’t ask for it, ignore this email: nobody gets in without it.'),
  ])
}

/** Mail with the link to set a new password. */
export function passwordResetMail(shop: string, person: Person, href: string): WrittenMail {
  return mailTo(person, 'reset', `Choose a new password for ${shop}`, [
    `Choose a new password for ${shop}:`,
    link('Choose a new password', href),
    'The link works once, for one hour. Setting the new password signs you out everywhere else.',
    person.emailVerified ? '' : 'This email was never confirmed, so the books listed with it are taken down.',
    note('If you didn’t ask for it, ignore this email: your password stays the same.'),
  ])
}

function mailTo(person: Person, purpose: MailPurpose, subject: string, blocks: MailBlock[]): WrittenMail {
  const name = person.emailVerified ? said(person.name) : ''
  const to = { name, address: person.email }
  return { to, purpose, subject, blocks }
}

const example: Person = { name: exampleNames.buyer, email: '', emailVerified: false }

/** What they look like, for admins. */
export const identityMailForms: readonly MailForm[] = [
  {
    to: 'A new member',
    when: 'They sign up with a password, or ask for the link again',
    group: 'always',
    write: ({ name, publicUrl }) => verificationMail(name, example, `${publicUrl}/verify-email?token=…`),
  },
  {
    to: 'A member',
    when: 'They ask for a link to sign in',
    group: 'always',
    write: ({ name, publicUrl }) =>
      signInMail(name, { ...example, emailVerified: true }, `${publicUrl}/sign-in-link?token=…`),
  },
  {
    to: 'A member',
    when: 'They ask for a new password',
    group: 'always',
    write: ({ name, publicUrl }) =>
      passwordResetMail(name, { ...example, emailVerified: true }, `${publicUrl}/reset-password?token=…`),
  },
]
