import * as z from 'zod/mini'
import {
  SETTING_NAMES,
  shopSettings,
  writtenSettings,
  type SettingName,
  type ShopSettings,
} from '#contract/settings/shop-settings.ts'
import type { Site } from '#contract/site.ts'

const CARDS_OFF: Site['cards'] = { mode: 'off', publishableKey: '', apiBase: '' }

/** Parses stored settings, skipping values of later versions without a rule here. */
export function storedValues(value: unknown): Partial<ShopSettings> {
  const given = (typeof value === 'object' ? value : null) ?? {}
  const read = SETTING_NAMES.flatMap((name) => {
    const found = z.safeParse(shopSettings.shape[name], (given as Record<string, unknown>)[name])
    return found.success ? [[name, found.data]] : []
  })
  return Object.fromEntries(read) as Partial<ShopSettings>
}

/** What holds of them: the environment's word, then an admin's, then what comes along; cards only where there is a provider. */
export function valuesInForce(
  given: { shop: ShopSettings; fixed: readonly SettingName[]; hasCards: boolean },
  stored: Partial<ShopSettings>,
): ShopSettings {
  const set = Object.fromEntries(Object.entries(stored).filter(([name]) => !given.fixed.includes(name as SettingName)))
  const values: ShopSettings = { ...given.shop, ...set }
  const card = values.payments.card && given.hasCards
  return { ...values, payments: { card, cash: values.payments.cash || !card } }
}

/** What browsers may know, with the settings in force. */
export const siteWith = (
  { holdHours, payments, ...shown }: ShopSettings,
  rest: Omit<Site, keyof ShopSettings | 'holdSeconds' | 'cash'>,
): Site => ({
  ...rest,
  ...shown,
  holdSeconds: holdHours * 3600,
  cash: payments.cash,
  cards: payments.card ? rest.cards : CARDS_OFF,
})

/** A change of a setting, as text. */
export interface Change {
  name: SettingName
  from: string
  to: string
}

/** What an admin wishes: what is left out stays. */
export type Wishes = { [Name in SettingName]?: ShopSettings[Name] | undefined }

/** Which of the wishes are none of what holds already. */
export function changesIn(inForce: ShopSettings, wishes: Wishes): Change[] {
  const given = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined))
  const [before, after] = [writtenSettings(inForce), writtenSettings({ ...inForce, ...given })]
  return SETTING_NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
    name,
    from: before[name],
    to: after[name],
  }))
}
