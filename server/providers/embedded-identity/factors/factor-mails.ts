import { exampleNames } from '#contract/examples.ts'
import { href } from '#contract/href.ts'
import { link, note } from '#contract/mail-blocks.ts'
import { said } from '#contract/mail-words.ts'
import type { MailForm, WrittenMail } from '#server/ports/mail.ts'

export type FactorChange =
  | { passkeyAdded: string }
  | { passkeyRemoved: string }
  | 'second step on'
  | 'new app'
  | 'second step off'
  | 'new recovery codes'
  | { recoveryCodeUsed: number }
  | 'reset by the club'

type Words = { subject: string; happened: string; next?: string }

const left = (count: number) => (count === 1 ? '1 recovery code is' : `${count || 'No'} recovery codes are`)

function wordsOf(change: FactorChange): Words {
  if (change === 'second step on')
    return {
      subject: 'Your sign-in has a second step',
      happened:
        'Signing in to your account now takes a second step after the password. Your other devices are signed out.',
      next: 'Keep your recovery codes in a safe place: each of them signs you in once if you lose your phone.',
    }
  if (change === 'new app')
    return {
      subject: 'Your codes come from another app now',
      happened: 'Another authenticator app was set up for your account. Codes from the old app don’t work any more.',
    }
  if (change === 'second step off')
    return {
      subject: 'Your sign-in no longer has a second step',
      happened: 'The second step was switched off for your account. Your recovery codes don’t work any more.',
    }
  if (change === 'new recovery codes')
    return {
      subject: 'You have new recovery codes',
      happened: 'New recovery codes were made for your account. The old ones don’t work any more.',
    }
  if (change === 'reset by the club')
    return {
      subject: 'The club removed your second step',
      happened:
        'The club removed the passkeys, the authenticator app and the recovery codes of your account. Your password alone signs you in, until you set up a second step again.',
    }
  if ('passkeyAdded' in change)
    return {
      subject: 'A passkey was added to your account',
      happened: `The passkey ${said(change.passkeyAdded)} was added to your account. It signs you in without your password.`,
    }
  if ('passkeyRemoved' in change)
    return {
      subject: 'A passkey was removed from your account',
      happened: `The passkey ${said(change.passkeyRemoved)} no longer signs you in. Your other devices are signed out.`,
    }
  return {
    subject: 'A recovery code was used',
    happened: `Someone, probably you, signed in to your account with your password and a recovery code. ${left(change.recoveryCodeUsed)} left.`,
    ...(change.recoveryCodeUsed < 3 && { next: 'You can make new ones on your account’s page.' }),
  }
}

/** Where a mail comes from, and where its links lead. */
type Club = { name: string; publicUrl: string }

/** Mail about a change of a member's passkeys or second factor; their email is confirmed. */
export function factorMail(club: Club, person: { name: string; email: string }, change: FactorChange): WrittenMail {
  const { subject, happened, next = '' } = wordsOf(change)
  const to = { name: said(person.name), address: person.email }
  const blocks = [
    happened,
    next,
    link('See how you sign in', `${club.publicUrl}${href('/dashboard/account')}#sign-in`),
    note(
      'If it wasn’t you, someone else is in your account: choose a new password at once, sign out everywhere on your account’s page, and write to the club.',
    ),
  ]
  return { to, purpose: 'proven', subject: `${subject} (${club.name})`, blocks }
}

const form = (when: string, change: FactorChange): MailForm => ({
  to: 'A member',
  when,
  group: 'always',
  write: (site) => factorMail(site, { name: exampleNames.buyer, email: '' }, change),
})

/** What they look like, for admins. */
export const factorMailForms: readonly MailForm[] = [
  form('They add a passkey', { passkeyAdded: 'My phone' }),
  form('They remove a passkey', { passkeyRemoved: 'My phone' }),
  form('They switch a second step on', 'second step on'),
  form('They set up another app', 'new app'),
  form('They switch the second step off', 'second step off'),
  form('They make new recovery codes', 'new recovery codes'),
  form('A recovery code signs them in', { recoveryCodeUsed: 2 }),
  form('An operator removes their second factor', 'reset by the club'),
]
