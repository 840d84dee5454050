import {
  changeSettings as changeSettingsCall,
  getSettings,
  type SettingsInForce,
} from '#contract/settings/settings-calls.ts'
import { writtenSettings } from '#contract/settings/shop-settings.ts'
import { getChecklist } from '#contract/settings/checklist.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { BackupState, Services } from '#server/services.ts'
import { changeSettings } from './change-settings.ts'
import { readChecklist } from './read-checklist.ts'

export function settingsRoutes(serve: Serve, readBackups?: () => BackupState): void {
  serve(getChecklist, async (services) => readChecklist(services, readBackups?.() ?? null))
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
