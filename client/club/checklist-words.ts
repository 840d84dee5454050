import { href } from '#contract/href.ts'
import type { ChecklistItem } from '#contract/settings/checklist.ts'

interface ItemWords {
  /** Title, phrased to fit both open and done items. */
  title: string
  why: string
  /** Link for an admin. */
  link?: { to: string; label: string }
  /** Environment variables for the operator. */
  settings?: readonly string[]
}

const pageLink = (name: string, label: string) => ({
  to: href('/dashboard/settings/pages/:pageName', name),
  label,
})

/** Texts of the checklist. */
export const checklistWords: Record<ChecklistItem, ItemWords> = {
  name: {
    title: 'Choose a name',
    why: 'It’s on every page and every email.',
    link: { to: href('/dashboard/settings'), label: 'Name your club' },
  },
  contact: {
    title: 'Tell people how to reach you',
    why: 'An email address for questions. It’s shown on the pages of text and in emails.',
    link: { to: href('/dashboard/settings'), label: 'Set a contact email' },
  },
  imprint: {
    title: 'Add your imprint',
    why: 'The imprint still has gaps. Many countries require your name and postal address.',
    link: pageLink('imprint', 'Write the imprint'),
  },
  terms: {
    title: 'Write your terms',
    why: 'They explain the software. Add what your country’s law requires.',
    link: pageLink('terms', 'Write the terms of use'),
  },
  privacy: {
    title: 'Write your privacy notice',
    why: 'The text still has gaps: who you are, your legal basis, and who runs your server and email.',
    link: pageLink('privacy', 'Write about privacy'),
  },
  payout_words: {
    title: 'Tell sellers how they get paid',
    why: 'Buyers pay the club by card. The page for sellers doesn’t say yet how and when you transfer it.',
    link: pageLink('how-selling-works', 'Write about selling'),
  },
  category_pictures: {
    title: 'Give every category a picture',
    why: 'At least one category has none yet.',
    link: { to: href('/dashboard/categories'), label: 'Add the pictures' },
  },
  second_admin: {
    title: 'Appoint a second admin',
    why: 'Someone should be able to step in when you are away or can’t sign in.',
    link: { to: href('/dashboard/people'), label: 'Choose an admin' },
  },
  second_step: {
    title: 'Add a second step to your sign-in',
    why: 'Anyone with your password could get at the money and the members’ contact details. A code from your phone, or a passkey, keeps them out.',
    link: { to: `${href('/dashboard/account')}#sign-in`, label: 'Set it up' },
  },
  live: {
    title: 'Open for real people',
    why: 'This is the demo: its cards and emails are not real.',
    settings: ['DOGEAR_MODE=live'],
  },
  public_address: {
    title: 'Give it a public address',
    why: 'For now, it can only be reached from its own machine.',
    settings: ['PUBLIC_URL'],
  },
  mail_server: {
    title: 'Connect a mail server',
    why: 'Without one nobody gets an email.',
    settings: ['SMTP_URL', 'MAIL_FROM'],
  },
  cards: {
    title: 'Choose how members pay',
    why: 'To take cards, the shop needs a card provider’s keys. For cash only, set PAYMENTS=cash.',
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  },
  backups: {
    title: 'Take backups',
    why: 'An automatic copy of the whole shop, in a folder on another disk.',
    settings: ['BACKUP_DIR'],
  },
}

export const BACKUPS_FAILED = 'The latest backup failed. The server’s log says why. The server tries again by itself.'
