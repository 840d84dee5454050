import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { changeSettings, getSettings, type SettingsInForce } from '#contract/settings/settings-calls.ts'
import { SETTING_NAMES, shopSettings, type SettingName, type ShopSettings } from '#contract/settings/shop-settings.ts'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { revalidateWithSite } from '#client/ui/site-refresh.ts'

/** Conflicting values, saved by another admin while the field was edited here. */
export type Theirs = Partial<Record<SettingName, string>>

/**
 * Saves the changed settings with optimistic locking. On a conflict nothing is saved: fields unchanged here take the
 * other admin's values, conflicting values are shown, and the next save overwrites them.
 */
export function useSaveSettings(opened: SettingsInForce) {
  const { revalidate } = useRevalidator()
  const [base, setBase] = useState(opened)
  const [theirs, setTheirs] = useState<Theirs>({})

  async function save(values: Partial<ShopSettings>, form: HTMLFormElement): Promise<void> {
    const changed = SETTING_NAMES.filter((name) => name in values && writtenOf(name, values) !== base.values[name])
    const wishes = Object.fromEntries(changed.map((name) => [name, values[name]]))
    try {
      setBase(await call(changeSettings, { body: { revision: base.revision, ...wishes } }))
      setTheirs({})
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'settings_changed')) throw error
      const latest = await call(getSettings, {})
      takeOver(form, changed, latest)
      // Lost answer: the wanted values are saved already.
      if (changed.some((name) => latest.values[name] !== writtenOf(name, values))) throw error
      setTheirs({})
    }
    await revalidateWithSite(revalidate)
  }

  function takeOver(form: HTMLFormElement, changedHere: readonly SettingName[], latest: SettingsInForce): void {
    const changedThere = SETTING_NAMES.filter((name) => latest.values[name] !== base.values[name])
    for (const name of changedThere) if (!changedHere.includes(name)) setControl(form, name, latest.values[name])
    const both = changedThere.filter((name) => changedHere.includes(name))
    setTheirs(Object.fromEntries(both.map((name) => [name, latest.values[name]])))
    setBase(latest)
  }

  return { save, theirs }
}

const writtenOf = (name: SettingName, values: Partial<ShopSettings>): unknown =>
  z.encode(z.partial(shopSettings), values)[name]

function setControl(form: HTMLFormElement, name: string, text: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof RadioNodeList || control instanceof HTMLInputElement) control.value = text
}
