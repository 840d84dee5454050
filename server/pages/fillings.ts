import type { Site } from '#contract/site.ts'
import { escapeHtml } from '#server/escape-html.ts'
import type { Filling, Fillings } from './render-markdown.ts'

/** Stands wherever a page needs the operator's own words and there are none yet. */
const NOT_FILLED_IN = 'whoever runs this club has not filled this in yet'

const CARDS: Record<Site['cards']['mode'], string> = {
  stripe:
    'Card details go from your browser straight to the card provider, Stripe. The club never sees the card’s number.',
  simulator: 'In this demo cards are simulated: only test numbers work, and no real card can be charged.',
  off: 'Card payments are switched off here at the moment, so nobody asks you for a card.',
}

interface Facts {
  site: Pick<Site, 'name' | 'tagline' | 'currency' | 'publicUrl'> & { cards: Pick<Site['cards'], 'mode'> }
  /** How long a claim holds a copy without payment, in seconds. */
  holdSeconds: number
  /** Where people reach the operator; empty when that is not set. */
  contact: string
}

/** What the placeholders of the pages stand for. */
export function fillingsOf({ site, holdSeconds, contact }: Facts): Fillings {
  return {
    name: plain(site.name),
    tagline: plain(site.tagline),
    currency: plain(site.currency),
    publicUrl: plain(site.publicUrl),
    hold: plain(durationInWords(holdSeconds)),
    cards: plain(CARDS[site.cards.mode]),
    contact: contact
      ? { text: contact, html: `<a href="mailto:${escapeHtml(contact)}">${escapeHtml(contact)}</a>` }
      : { text: NOT_FILLED_IN, html: `<strong>(${NOT_FILLED_IN})</strong>` },
  }
}

const plain = (text: string): Filling => ({ text, html: escapeHtml(text) })

/** 172800 → '48 hours'; the largest unit of which there is at least one. */
function durationInWords(seconds: number): string {
  const [unit, length] = seconds >= 3600 ? ['hour', 3600] : seconds >= 60 ? ['minute', 60] : ['second', 1]
  const count = Math.round((seconds / length) * 10) / 10
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
