import { CLOSED_CONTACTS_DAYS } from '#contract/accounts/closed-accounts.ts'
import { DONE_AFTER_HOURS, HAND_OVER_DAYS } from '#contract/orders/order-life.ts'
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

const CASH = 'You can ask to pay in cash when you meet; the seller agrees or declines.'

/** How one pays here, and when contacts open. */
function waysToPay({ cards, payments: { card, cash } }: Pick<Facts, 'cards' | 'payments'>) {
  return {
    cards: [CARDS[card ? cards.kind : 'off'], cash && CASH].filter(Boolean).join(' '),
    contactsShown: [card && 'the order is paid', cash && 'the seller has agreed to cash'].filter(Boolean).join(' or '),
  }
}

type Facts = Pick<Config, 'brand' | 'currency' | 'publicUrl' | 'claimSeconds' | 'contact' | 'payments'> & {
  cards: Pick<Config['cards'], 'kind'>
}

/** The template variables of the content pages. */
export function templateVariables({
  brand,
  currency,
  publicUrl,
  cards,
  payments,
  claimSeconds,
  contact,
}: Facts): TemplateVariables {
  const ways = waysToPay({ cards, payments })
  return {
    name: plain(brand.name),
    tagline: plain(brand.tagline),
    currency: plain(currency),
    publicUrl: plain(publicUrl),
    hold: plain(durationInWords(claimSeconds)),
    payments: plain(ways.cards),
    cards: plain(CARDS[payments.card ? cards.kind : 'off']),
    contactsShown: plain(`once ${ways.contactsShown}, not before`),
    handOverDays: plain(String(HAND_OVER_DAYS)),
    doneAfterHours: plain(String(DONE_AFTER_HOURS)),
    closedContactsDays: plain(String(CLOSED_CONTACTS_DAYS)),
    contact: contact
      ? { text: contact, html: `<a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>` }
      : { text: NOT_FILLED_IN, html: `<strong>(${NOT_FILLED_IN})</strong>` },
  }
}

const plain = (text: string): TemplateVariable => ({ text, html: escapeHtml(text) })
