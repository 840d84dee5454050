import * as z from 'zod/mini'
import { email, requiredLine, typedAs } from '#contract/text.ts'

const HOURS_MESSAGE = 'Enter a number of hours such as 48, more than 0 and at most 720'
const LONGEST_HOURS = 720
/** A third of a second: what is shorter is written in another way than people type. */
const SHORTEST_HOURS = 0.0001

const holdHours = z.codec(
  z.string(HOURS_MESSAGE).check(
    z.trim(),
    z.refine(
      (text) => /^\d+(\.\d+)?$/.test(text) && Number(text) >= SHORTEST_HOURS && Number(text) <= LONGEST_HOURS,
      HOURS_MESSAGE,
    ),
    typedAs({ inputMode: 'decimal' }),
  ),
  z.number(),
  { decode: Number, encode: String },
)

const WAYS_MESSAGE = 'Choose card, cash or both: card,cash'

const payments = z.codec(
  z.string(WAYS_MESSAGE).check(z.trim(), z.regex(/^(?:card|cash)(?:\s*,\s*(?:card|cash))?$/, WAYS_MESSAGE)),
  z.object({ card: z.boolean(), cash: z.boolean() }),
  {
    decode: (text) => ({ card: text.includes('card'), cash: text.includes('cash') }),
    encode: ({ card, cash }) => [card && 'card', cash && 'cash'].filter(Boolean).join(','),
  },
)

const YES = ['true', 'on', 'yes']
const FLAG_MESSAGE = 'Choose yes or no'

const flag = z.codec(z.enum([...YES, 'false', 'off', 'no'], FLAG_MESSAGE), z.boolean(), {
  decode: (word) => YES.includes(word),
  encode: (isOn) => (isOn ? 'yes' : 'no'),
})

/** Empty where there is none. */
const contact = z.string({ error: 'Please write it as text' }).check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, 'That email is too long'),
  z.refine((text) => text === '' || z.safeParse(email, text).success, {
    error: 'Enter an email address such as name@example.org',
  }),
  typedAs({ type: 'email' }),
)

/**
 * What an admin sets on a screen unless the environment does, each with its rule. Texts on the outside, because both a
 * form and an environment have nothing else; so the same rule reads both.
 */
export const shopSettings = z.object({
  name: requiredLine(40, 'Please fill in the name'),
  tagline: requiredLine(120, 'Please fill in the tagline'),
  contact,
  holdHours,
  payments,
  cataloguePublic: flag,
})
export type ShopSettings = z.output<typeof shopSettings>
export type SettingName = keyof ShopSettings

/** What each is called in the environment, whose word counts. */
export const ENVIRONMENT_NAMES = {
  name: 'DOGEAR_NAME',
  tagline: 'DOGEAR_TAGLINE',
  contact: 'CONTACT_EMAIL',
  holdHours: 'HOLD_HOURS',
  payments: 'PAYMENTS',
  cataloguePublic: 'CATALOGUE_PUBLIC',
} as const satisfies Record<SettingName, string>

export const SETTING_NAMES = Object.keys(ENVIRONMENT_NAMES) as [SettingName, ...SettingName[]]

/** As they are written: in the environment, in a form, and in the database. */
export type WrittenSettings = z.input<typeof shopSettings>

export const writtenSettings = (values: ShopSettings): WrittenSettings => z.encode(shopSettings, values)
