import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { revision } from './revision.ts'
import { SETTING_NAMES, shopSettings } from './shop-settings.ts'

const settingsInForce = z.object({
  revision,
  /** Values as text, as forms hold them. */
  values: z.record(z.enum(SETTING_NAMES), z.string()),
  /** Those that the environment sets: they can't be changed here. */
  fixed: z.array(z.enum(SETTING_NAMES)),
  /** Whether there is a card provider; without one people pay in cash alone. */
  hasCards: z.boolean(),
})
export type SettingsInForce = z.infer<typeof settingsInForce>

export const getSettings = defineCall({
  method: 'GET',
  path: '/settings',
  topics: ['settings'],
  access: ['admin'],
  summary: 'The shop’s settings in force, and which of them the operator has set for good',
  answer: settingsInForce,
})

export const changeSettings = defineCall({
  method: 'PATCH',
  path: '/settings',
  topics: ['settings', 'audit-log'],
  access: ['admin'],
  summary:
    'Changes settings at once, in every process; what is left out stays. Names the revision that was read: a newer revision refuses the change',
  body: z.extend(z.partial(shopSettings), { revision }),
  example: { revision: 0, name: 'Dogear', contact: 'hello@example.org', holdHours: '48', payments: 'card,cash' },
  answer: settingsInForce,
  refusals: ['settings_changed', 'set_by_operator'],
})
