import { createHash } from 'node:crypto'
import { providerUnits } from '#contract/money/currencies.ts'
import { paletteStyle } from '#contract/palette.ts'
import { formatMoney } from '#contract/wording.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { redirecting } from '#server/providers/card-simulator/methods/method-types.ts'
import type { PaymentIntent, Source } from '#server/providers/card-simulator/objects.ts'

const css = `
${paletteStyle}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 400px; padding: 24px; background: var(--card); border: 1px solid var(--edge); border-radius: 2px }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.1 }
p { margin: 0 0 16px }
.test { color: var(--warn); font-size: 14px }
.amount { font-size: 29px; font-variant-numeric: tabular-nums }
form { display: flex; flex-wrap: wrap; gap: 8px }
button { flex: 1 1 140px; min-height: 44px; padding: 8px 16px; border: 1px solid var(--edge); border-radius: 2px; background: transparent; color: inherit; font: inherit; cursor: pointer }
button.primary { background: var(--stamp); border-color: var(--stamp); color: var(--on-stamp) }
a { display: inline-block; margin-top: 16px; color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`

/** Content security policy: only this style sheet, forms to ourselves, and frames of our own pages. */
export const challengeHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; form-action 'self'; frame-ancestors 'self'; base-uri 'none'`,
  // Not "no-referrer": a browser would then send the form with the origin "null".
  'referrer-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Page of the buyer's bank with its question; needs no script. */
export function questionPage(
  intent: PaymentIntent,
  source: Source,
  shopName: string,
  leavePath: string | null,
): string {
  const currency = intent.currency.toUpperCase()
  const amount = formatMoney({ minor: intent.amount / providerUnits(currency), currency })
  const leave = leavePath === null ? '' : `<a href="${escapeHtml(leavePath)}">Leave without an answer</a>`
  const { card, type } = source.method
  const [by, complete, fail] = card
    ? [`the card ending in ${card.last4}`, 'Complete', 'Fail']
    : [redirecting[type]?.name ?? type, 'Authorize test payment', 'Fail test payment']
  return bankPage(
    'Confirm your payment',
    `<p>Your bank asks whether you want to pay <strong>${escapeHtml(shopName)}</strong> with ${escapeHtml(by)}.</p>
    <p class="amount">${escapeHtml(amount)}</p>
    <form method="post">
      <button class="primary" name="outcome" value="complete">${complete}</button>
      <button name="outcome" value="fail">${fail}</button>
    </form>
    ${leave}`,
  )
}

/** Page without an open question. */
export function answeredPage(source: Source): string {
  if (source.status === 'completed')
    return bankPage('Thank you', '<p role="status">Your bank has your answer. You can go back to the shop.</p>')
  if (source.status === 'failed')
    return bankPage(
      'Not confirmed',
      '<p role="status">You were not recognised, and nothing was paid. You can go back to the shop.</p>',
    )
  return bankPage(
    'No longer needed',
    '<p role="status">This payment no longer waits for an answer. You can go back to the shop.</p>',
  )
}

/** Page for an unknown question. */
export const unknownPage = () => bankPage('Nothing to confirm', '<p>There is no payment to confirm here.</p>')

/** A page of the test bank. */
export const bankPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Test bank</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main aria-label="Test bank">
<p class="test">Test bank: no real money moves.</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
