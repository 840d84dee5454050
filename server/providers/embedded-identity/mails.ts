import { mailText, said } from '#contract/mail-words.ts'
import type { Mail, MailPurpose } from '#server/ports/mail.ts'

/** A stranger may have typed an unconfirmed email, and the name with it. */
type Person = { name: string; email: string; emailVerified: boolean }

/** Mail that asks a new member to confirm the email. */
export function verificationMail(shop: string, person: Person, link: string): Mail {
  return mailTo(person, 'confirmation', `Confirm your email for ${shop}`, [
    `someone, probably you, signed up for ${shop} with this email. To confirm that it's yours, open this page and press the button:`,
    link,
    'The link works for 24 hours. In the browser you signed up with, nothing else changes. In any other one you choose a new password: every other device is signed out, and books listed so far are taken down.',
    "If it wasn't you, ignore this email, and it stays unconfirmed.",
  ])
}

/** Mail with the link to set a new password. */
export function passwordResetMail(shop: string, person: Person, link: string): Mail {
  return mailTo(person, 'reset', `Choose a new password for ${shop}`, [
    `someone, probably you, asked for a new password for ${shop}. Choose one on this page:`,
    link,
    'The link works once, for one hour. Setting the new password signs you out everywhere else.',
    ...(person.emailVerified ? [] : ['This email was never confirmed, so books listed with it so far are taken down.']),
    "If it wasn't you, ignore this email: your password stays as it is.",
  ])
}

function mailTo(person: Person, purpose: MailPurpose, subject: string, paragraphs: string[]): Mail {
  const name = person.emailVerified ? said(person.name) : ''
  return {
    to: { name, address: person.email },
    purpose,
    subject,
    text: mailText([`Hello${name && ` ${name}`},`, ...paragraphs]),
  }
}
