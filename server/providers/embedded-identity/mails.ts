import type { Mail } from '#server/ports/mail.ts'

/** Whoever typed an unconfirmed address may be a stranger to it, and the name is theirs. */
type Person = { name: string; email: string; emailVerified: boolean }

/** Asks a newcomer to confirm the address. */
export function verificationMail(shop: string, person: Person, link: string): Mail {
  return letter(person, `Confirm your address at ${shop}`, [
    `you signed up at ${shop} with this address. Please confirm that it is yours by opening this page:`,
    link,
    'The link works for 24 hours. Devices that were signed in elsewhere are signed out then.',
    `If it wasn't you, don't open it: without your confirmation the address stays unconfirmed. Whoever typed it can be put out for good with "Forgot password?" on the sign-in page, which makes the account yours.`,
  ])
}

/** Lets somebody choose a new password. */
export function passwordResetMail(shop: string, person: Person, link: string): Mail {
  return letter(person, `Choose a new password for ${shop}`, [
    `somebody, probably you, asked for a new password at ${shop}. Choose one on this page:`,
    link,
    'The link works once, for one hour. All devices are signed out when the new password is set.',
    "If it wasn't you, ignore this mail: your password stays as it is.",
  ])
}

function letter(person: Person, subject: string, paragraphs: string[]): Mail {
  const name = person.emailVerified ? person.name : ''
  return {
    to: { name, address: person.email },
    subject,
    text: [`Hello${name && ` ${name}`},`, ...paragraphs].join('\n\n') + '\n',
  }
}
