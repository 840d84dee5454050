import {
  changeSettings as changeSettingsCall,
  getSettings,
  type SettingsInForce,
} from '#contract/settings/settings-calls.ts'
import { writtenSettings } from '#contract/settings/shop-settings.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { changeSettings } from './change-settings.ts'

export function settingsRoutes(serve: Serve): void {
  serve(getSettings, async ({ settings }) => shapeSettings(settings))
  serve(changeSettingsCall, async (services, { account, body }) => {
    await changeSettings(services, account, body)
    return shapeSettings(services.settings)
  })
}

function shapeSettings({ current, fixed, hasCards }: Services['settings']): SettingsInForce {
  const { revision, values } = current()
  return { revision, values: writtenSettings(values), fixed: [...fixed], hasCards }
}
