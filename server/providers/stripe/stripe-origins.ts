import type { BrowserOrigins } from '#server/ports/browser-origins.ts'

/** Stripe.js opens frames on changing subdomains, which load scripts from there, by Stripe's security guide. */
const OWN = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** What Stripe.js needs in a browser; wallets and all other methods run in its frames, and need no more. */
export const stripeOrigins: BrowserOrigins = {
  script: OWN,
  connect: ['https://api.stripe.com'],
  frame: [...OWN, 'https://hooks.stripe.com'],
  payment: ['https://js.stripe.com'],
}
