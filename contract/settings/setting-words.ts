import type { SettingName } from './shop-settings.ts'
import { settingLabels } from './setting-labels.ts'
import { countOf } from '#contract/wording.ts'

interface SettingWords {
  label: string
  hint: string
  /** What may be chosen, as written and in words. */
  options?: readonly { value: string; label: string; hint?: string }[]
}

/** Each setting in words. */
export const settingWords: Record<SettingName, SettingWords> = {
  name: { label: settingLabels.name, hint: 'On every page, and as the sender of emails. At most 40 characters.' },
  tagline: { label: settingLabels.tagline, hint: 'What the club is, in half a sentence. Shown beside the name.' },
  contact: {
    label: settingLabels.contact,
    hint: 'Where people reach you. Shown on the pages of text and in emails.',
  },
  holdHours: {
    label: settingLabels.holdHours,
    hint: 'How long a book stays reserved for a buyer who hasn’t paid yet. Open orders keep the time they were promised.',
  },
  payments: {
    label: settingLabels.payments,
    hint: 'Open orders stay as they were agreed.',
    options: [
      { value: 'card,cash', label: 'By card, or in cash when they meet' },
      { value: 'card', label: 'By card' },
      { value: 'cash', label: 'In cash when they meet' },
    ],
  },
  cataloguePublic: {
    label: settingLabels.cataloguePublic,
    hint: 'The home page, advertised books and each book’s own page are open to everybody.',
    options: [
      { value: 'no', label: 'Members' },
      { value: 'yes', label: 'Everybody, and search engines' },
    ],
  },
}

/** A value as it is written, in words. */
export function wordsOf(name: SettingName, written: string): string {
  const option = settingWords[name].options?.find(({ value }) => value === written)
  if (option) return option.label
  if (name === 'holdHours') return countOf(Number(written), 'hour')
  return written === '' ? 'Not set' : written
}
