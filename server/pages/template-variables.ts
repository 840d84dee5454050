import { CLOSED_CONTACTS_DAYS, contactsOpen } from '#contract/orders/contacts-open.ts'
import { UNCONFIRMED_CLAIM_SECONDS } from '#contract/orders/buy-now.ts'
import { DONE_AFTER_HOURS, HAND_OVER_DAYS } from '#contract/orders/order-life.ts'
import { feeWords, shownFee } from '#contract/money/club-fee.ts'
import { durationInWords } from '#contract/duration.ts'
import type { SettingName } from '#contract/settings/shop-settings.ts'
import type { Site } from '#contract/site.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { TemplateVariable, TemplateVariables } from './render-markdown.ts'

/** In place of the operator's email address, where none is set. */
export const NO_CONTACT = 'this club hasn’t given an email address yet'

const CARDS: Record<Site['cards']['mode'], string> = {
  stripe:
    'What you type to pay goes from your browser straight to the card provider, Stripe. The club never sees the number of a card or an account.',
  simulator: 'In this demo cards are simulated: only test numbers work, and no real card can be charged.',
  off: 'Card payments are switched off here at the moment, so nobody asks you for a card.',
}

const CASH = 'You can ask to pay in cash when you meet; the seller accepts or declines.'

/** Ways to pay, and when contacts are shown. */
function waysToPay(facts: Facts) {
  return {
    payments: [CARDS[facts.cards.mode], facts.cash && CASH].filter(Boolean).join(' '),
    contactsShown: contactsOpen(facts, { paid: 'the order is paid', agreed: 'the seller has accepted cash' }),
  }
}

type Facts = Pick<
  Site,
  'name' | 'tagline' | 'currency' | 'publicUrl' | 'holdSeconds' | 'contact' | 'cash' | 'payoutsThrough'
> & {
  cards: Pick<Site['cards'], 'mode'>
  fee: Site['fee']
  pictures: Site['pictures']
  identity: Pick<Site['identity'], 'keptBy' | 'staysAt'>
}

/** A made-up site, for checking a text before a shop is open. */
export const exampleSite: Facts = {
  name: '',
  tagline: '',
  currency: 'USD',
  publicUrl: 'https://books.example.org',
  holdSeconds: 3600,
  contact: '',
  payoutsThrough: '',
  cash: true,
  cards: { mode: 'off' },
  fee: { rate: 0, least: 0 },
  pictures: { keptBy: '', isLoadedThere: false, canBeRemoved: true, sizes: 'all' },
  identity: { keptBy: '', staysAt: '' },
}

/** Template variables of the content pages. */
export function templateVariables(site: Facts): TemplateVariables {
  const { name, tagline, currency, publicUrl, cards, pictures, identity, holdSeconds, contact } = site
  const ways = waysToPay(site)
  const fee = shownFee(site)
  return {
    name: plain(name),
    tagline: plain(tagline),
    currency: plain(currency),
    publicUrl: plain(publicUrl),
    hold: plain(durationInWords(holdSeconds)),
    unconfirmedHold: plain(durationInWords(Math.min(holdSeconds, UNCONFIRMED_CLAIM_SECONDS))),
    payments: plain(ways.payments),
    byCard: plain(cards.mode === 'off' ? '' : 'by card'),
    inCash: plain(site.cash ? 'in cash' : ''),
    cards: plain(CARDS[cards.mode]),
    fee: plain(fee ? feeWords(fee, currency) : ''),
    payoutsThrough: plain(site.payoutsThrough),
    payoutsByHand: plain(site.payoutsThrough === '' ? 'by hand' : ''),
    signInKeptHere: plain(identity.keptBy === '' ? 'the club' : ''),
    signInKeptBy: plain(identity.keptBy),
    signInStaysAt: plain(identity.staysAt),
    picturesKeptBy: plain(pictures.keptBy),
    picturesLoadedFrom: plain(pictures.isLoadedThere ? pictures.keptBy : ''),
    picturesDeletedBy: plain(pictures.canBeRemoved ? '' : pictures.keptBy),
    contactsShown: plain(`once ${ways.contactsShown}, not before`),
    handOverDays: plain(String(HAND_OVER_DAYS)),
    doneAfterHours: plain(String(DONE_AFTER_HOURS)),
    closedContactsDays: plain(String(CLOSED_CONTACTS_DAYS)),
    contact: contact
      ? { text: contact, html: `<a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>` }
      : { text: NO_CONTACT, html: `(${NO_CONTACT})` },
  }
}

/** Setting behind a template variable, for those that follow a single setting. */
export const settingsBehind: Readonly<Record<string, SettingName>> = {
  name: 'name',
  tagline: 'tagline',
  contact: 'contact',
  hold: 'holdHours',
  unconfirmedHold: 'holdHours',
  payments: 'payments',
  cards: 'payments',
  byCard: 'payments',
  inCash: 'payments',
  fee: 'clubFee',
  contactsShown: 'payments',
}

const plain = (text: string): TemplateVariable => ({ text, html: escapeHtml(text) })
