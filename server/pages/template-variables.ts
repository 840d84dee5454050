import { CLOSED_CONTACTS_DAYS } from '#contract/closed-accounts.ts'
import { durationInWords } from '#contract/duration.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { TemplateVariable, TemplateVariables } from './render-markdown.ts'

/** Shown where a page needs a text of the operator's and there is none yet. */
const NOT_FILLED_IN = 'whoever runs this club has not filled this in yet'

const CARDS: Record<Config['cards']['kind'], string> = {
  stripe:
    'Card details go from your browser straight to the card provider, Stripe. The club never sees the card’s number.',
  simulator: 'In this demo cards are simulated: only test numbers work, and no real card can be charged.',
  off: 'Card payments are switched off here at the moment, so nobody asks you for a card.',
}

const CONTACTS: Record<'on' | 'off', string> = {
  on: 'once the order is paid, not before',
  off: 'from the reservation on, if the buyer’s email address is confirmed',
}

type Facts = Pick<Config, 'brand' | 'currency' | 'publicUrl' | 'claimSeconds' | 'contact'> & {
  cards: Pick<Config['cards'], 'kind'>
}

/** The template variables of the content pages. */
export function templateVariables({
  brand,
  currency,
  publicUrl,
  cards,
  claimSeconds,
  contact,
}: Facts): TemplateVariables {
  return {
    name: plain(brand.name),
    tagline: plain(brand.tagline),
    currency: plain(currency),
    publicUrl: plain(publicUrl),
    hold: plain(durationInWords(claimSeconds)),
    cards: plain(CARDS[cards.kind]),
    contactsShown: plain(CONTACTS[cards.kind === 'off' ? 'off' : 'on']),
    closedContactsDays: plain(String(CLOSED_CONTACTS_DAYS)),
    contact: contact
      ? { text: contact, html: `<a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>` }
      : { text: NOT_FILLED_IN, html: `<strong>(${NOT_FILLED_IN})</strong>` },
  }
}

const plain = (text: string): TemplateVariable => ({ text, html: escapeHtml(text) })
