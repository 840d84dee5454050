import { z } from 'zod'
import type { PublishableKey } from '#contract/site.ts'

/** Prefixes of Stripe's keys: the publishable one, and the secret ones. */
const KINDS = [
  { start: /^pk_/, words: 'a publishable key' },
  { start: /^[sr]k_/, words: 'a secret key, which nobody else may see' },
  { start: /^whsec_/, words: 'the secret of a webhook' },
]

const ofKind = (form: RegExp, wanted: string) =>
  z.string().regex(form, {
    // Without the value: a key in the wrong place is as secret as in its own.
    error: ({ input }) => {
      const found = KINDS.find(({ start }) => start.test(String(input).trim()))
      const isOther = found && !form.test(`${String(input).trim().split('_')[0]}_live_x`)
      return isOther ? `is ${found.words}; write ${wanted}` : `must be ${wanted}`
    },
  })

export const stripeSecretKey = ofKind(
  /^[sr]k_(test|live)_\w+$/,
  "Stripe's secret key, which begins with sk_live_ or rk_live_ (in the demo sk_test_ or rk_test_)",
)

export const stripePublishableKey = ofKind(
  /^pk_(test|live)_\w+$/,
  "Stripe's publishable key, which begins with pk_live_ (in the demo pk_test_)",
).transform((key) => key as PublishableKey)

export const stripeWebhookSecret = ofKind(
  /^whsec_[\w+/=-]+(,whsec_[\w+/=-]+)*$/,
  "the signing secret of Stripe's webhook, which begins with whsec_; of several, each after a comma without a space",
)
