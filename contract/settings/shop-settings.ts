import * as z from 'zod/mini'
import { isJoinDomain } from '#contract/accounts/join-domains.ts'
import { email, optionalLine, requiredLine, typedAs } from '#contract/text.ts'
import { countOf } from '#contract/wording.ts'
import { feeLeast, feeRate } from './fee-rules.ts'

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

const DOMAINS_MESSAGE = 'Enter domains such as example.edu, with commas between them; *.example.edu for all below it'
const LONGEST_DOMAINS = 1000

const joinDomains = z.codec(
  optionalLine(LONGEST_DOMAINS).check(
    z.refine((text) => domainsIn(text).every((domain) => isJoinDomain(domain)), DOMAINS_MESSAGE),
  ),
  z.array(z.string()),
  { decode: domainsIn, encode: (domains) => domains.join(', ') },
)

function domainsIn(text: string): string[] {
  const written = text.split(',').map((domain) => domain.trim().replace(/^@/, '').toLowerCase())
  return [...new Set(written.filter((domain) => domain !== ''))]
}

/** A setting: docs/settings.md and .env.example are made from these declarations. */
export interface SettingDeclaration {
  /** Reads what a form or an environment has, which is text in both. */
  rule: z.core.$ZodType<unknown, string>
  /** What it is for, in plain sentences; Markdown. */
  what: string
  /** What holds where it isn't set, as it would be written. */
  default?: string
  /** The same in words, where it depends on others or is nothing that could be written. */
  otherwise?: string
  /** A value for .env.example; the default unless given. */
  example?: string
}

interface ScreenSetting extends SettingDeclaration {
  /** Its name in the environment, whose word counts. */
  env: string
  default: string
  /** The part of the settings screen that has it, its label there, and what it means to the club. */
  section: 'The club' | 'Selling'
  label: string
  hint: string
  /** What may be chosen, as written and in words. */
  options?: readonly { value: string; label: string; hint?: string }[]
}

/** What an admin sets on a screen unless the environment does: the screen, its rules and its documentation. */
export const screenSettings = {
  name: {
    env: 'DOGEAR_NAME',
    rule: requiredLine(40, 'Please fill in the name'),
    default: 'Dogear',
    what: 'The club’s name.',
    section: 'The club',
    label: 'Name',
    hint: 'On every page, and as the sender of emails. At most 40 characters.',
  },
  tagline: {
    env: 'DOGEAR_TAGLINE',
    rule: requiredLine(120, 'Please fill in the tagline'),
    default: 'a club for buying and selling used books',
    what: 'What the club is, in half a sentence.',
    section: 'The club',
    label: 'Tagline',
    hint: 'What the club is, in half a sentence. Shown beside the name.',
  },
  contact: {
    env: 'CONTACT_EMAIL',
    rule: contact,
    default: '',
    what: 'Where people reach you; stands on the pages of text and in emails.',
    otherwise: 'a note that nobody filled it in',
    example: 'hello@example.org',
    section: 'The club',
    label: 'Contact email',
    hint: 'Where people reach you. Shown on the pages of text and in emails.',
  },
  joinDomains: {
    env: 'JOIN_EMAIL_DOMAINS',
    rule: joinDomains,
    default: '',
    what: 'Domains of the emails that may join, with commas between them; `*.example.edu` is every domain below example.edu. Members stay, and the invited come in.',
    otherwise: 'any',
    example: 'example.edu,*.example.edu',
    section: 'The club',
    label: 'Email domains that may join',
    hint: 'Such as example.edu, with commas between them; *.example.edu for all below it. Empty for any. Current members stay.',
  },
  holdHours: {
    env: 'HOLD_HOURS',
    rule: holdHours,
    default: '48',
    what: 'How many hours a copy is reserved without payment.',
    section: 'Selling',
    label: 'Reservation time, in hours',
    hint: 'How long a book stays reserved for a buyer who hasn’t paid yet. Open orders keep the time they were promised.',
  },
  payments: {
    env: 'PAYMENTS',
    rule: payments,
    default: 'card,cash',
    what: 'How buyers may pay: `card`, `cash` when they meet, or both; without card keys a live shop takes cash alone.',
    section: 'Selling',
    label: 'How buyers may pay',
    hint: 'Open orders stay as they were agreed.',
    options: [
      { value: 'card,cash', label: 'By card, or in cash when they meet' },
      { value: 'card', label: 'By card' },
      { value: 'cash', label: 'In cash when they meet' },
    ],
  },
  clubFee: {
    env: 'CLUB_FEE',
    rule: feeRate,
    default: '0',
    what: 'What the club keeps of each sale paid by card, in per cent with at most two decimals, such as `5` or `2.5`; at most 50. It comes off what the seller gets; cash has no fee. Orders keep the fee they were made with.',
    example: '5',
    section: 'Selling',
    label: 'Club’s fee, in per cent',
    hint: 'Taken from what the seller gets when a sale was paid by card. 0 for none. Sellers see it before they list a book. Orders keep the fee they were made with.',
  },
  clubFeeLeast: {
    env: 'CLUB_FEE_LEAST',
    rule: feeLeast,
    default: '0',
    what: 'The least that the club keeps of such a sale, in `CURRENCY`, such as `0.50`; never more than the seller would get. Without a percentage it is the whole fee.',
    example: '0.50',
    section: 'Selling',
    label: 'Club’s fee, at least',
    hint: 'An amount in the shop’s currency, such as 0.50. 0 for none. Never more than the seller would get.',
  },
  catalogue: {
    env: 'CATALOGUE',
    rule: z.enum(['open', 'search', 'members'], 'Choose open, search or members'),
    default: 'search',
    what: 'What visitors can browse: `open` is everything, for search engines too; `search` is search and sellers’ pages, while All products and the categories’ lists are for members; `members` is neither.',
    section: 'Selling',
    label: 'Who can browse books',
    hint: 'The home page, advertised books and each book’s own page are open to everyone.',
    options: [
      { value: 'search', label: 'Everyone can search', hint: 'All products and categories are for members.' },
      { value: 'open', label: 'Everyone can see everything', hint: 'Search engines list it too.' },
      { value: 'members', label: 'Members only' },
    ],
  },
} as const satisfies Record<string, ScreenSetting>

type Declared = typeof screenSettings
export type SettingName = keyof Declared
export const SETTING_NAMES = Object.keys(screenSettings) as [SettingName, ...SettingName[]]

/** One of them, by the type that they all share. */
export const settingOf = (name: SettingName): ScreenSetting => screenSettings[name]

/** All rules at once. Texts on the outside, so that a form, the environment and the database are read by the same. */
export const shopSettings = z.object(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, screenSettings[name].rule])) as {
    [Name in SettingName]: Declared[Name]['rule']
  },
)
export type ShopSettings = z.output<typeof shopSettings>

/** Settings as text, which the environment, forms and the database hold. */
export type WrittenSettings = z.input<typeof shopSettings>

export const writtenSettings = (values: ShopSettings): WrittenSettings => z.encode(shopSettings, values)

/** A setting's text in words. */
export function wordsOf(name: SettingName, written: string): string {
  const option = settingOf(name).options?.find(({ value }) => value === written)
  if (option) return option.label
  if (name === 'holdHours') return countOf(Number(written), 'hour')
  if (name === 'joinDomains' && written === '') return 'Any'
  if ((name === 'clubFee' || name === 'clubFeeLeast') && Number(written) === 0) return 'None'
  if (name === 'clubFee') return `${written}%`
  return written === '' ? 'Not set' : written
}
