import * as z from 'zod/mini'
import { readLeastFee } from '#contract/money/club-fee.ts'
import {
  SETTING_NAMES,
  shopSettings,
  writtenSettings,
  type SettingName,
  type ShopSettings,
} from '#contract/settings/shop-settings.ts'
import type { Site } from '#contract/site.ts'

const CARDS_OFF: Site['cards'] = { mode: 'off', methods: 'card', publishableKey: '', apiBase: '' }

/** Parses stored settings, skipping values of later versions without a rule here. */
export function storedValues(value: unknown): Partial<ShopSettings> {
  const given = (typeof value === 'object' ? value : null) ?? {}
  const read = SETTING_NAMES.flatMap((name) => {
    const found = z.safeParse(shopSettings.shape[name], (given as Record<string, unknown>)[name])
    return found.success ? [[name, found.data]] : []
  })
  return Object.fromEntries(read) as Partial<ShopSettings>
}

/** Effective values: the environment's, then an admin's, then defaults; cards only with a provider. */
export function valuesInForce(
  given: { shop: ShopSettings; fixed: readonly SettingName[]; hasCards: boolean },
  stored: Partial<ShopSettings>,
): ShopSettings {
  const set = Object.fromEntries(Object.entries(stored).filter(([name]) => !given.fixed.includes(name as SettingName)))
  const values: ShopSettings = { ...given.shop, ...set }
  const card = values.payments.card && given.hasCards
  return { ...values, payments: { card, cash: values.payments.cash || !card } }
}

/** Builds the public configuration from the current settings. */
export const siteWith = (
  { holdHours, payments, clubFee, clubFeeLeast, ...shown }: ShopSettings,
  rest: Omit<Site, keyof ShopSettings | 'holdSeconds' | 'cash' | 'fee'>,
): Site => ({
  ...rest,
  ...shown,
  holdSeconds: holdHours * 3600,
  cash: payments.cash,
  fee: { rate: clubFee, least: readLeastFee(clubFeeLeast, rest.currency) ?? 0 },
  cards: payments.card ? rest.cards : CARDS_OFF,
})

/** A change of a setting, as text. */
export interface Change {
  name: SettingName
  from: string
  to: string
}

/** Requested changes; omitted settings stay. */
export type Wishes = { [Name in SettingName]?: ShopSettings[Name] | undefined }

/** Filters requested settings to actual changes. */
export function changesIn(inForce: ShopSettings, wishes: Wishes): Change[] {
  const given = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined))
  const [before, after] = [writtenSettings(inForce), writtenSettings({ ...inForce, ...given })]
  return SETTING_NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    name,
    from: before[name],
    to: after[name],
  }))
}
