import { useState } from 'react'
import * as z from 'zod/mini'
import type { SettingsInForce } from '#contract/settings/settings-calls.ts'
import {
  SETTING_NAMES,
  settingOf,
  shopSettings,
  wordsOf,
  type SettingName,
  type WrittenSettings,
} from '#contract/settings/shop-settings.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useSaveSettings } from './use-save-settings.ts'

interface SettingsFormProps {
  opened: SettingsInForce
  /** The settings of a step that goes on when they are saved; without it all, under their headings. */
  step?: { names: readonly SettingName[]; onSaved: () => Promise<void> }
}

/** Settings form: the club's name and contact, and how selling works. */
export function SettingsForm({ opened, step }: SettingsFormProps) {
  const { fixed, hasCards } = opened
  const names = step?.names ?? SETTING_NAMES
  const open = names.filter((name) => !fixed.includes(name) && (name !== 'payments' || hasCards))
  const [schema] = useState(() => formOf(schemaOf(open)))
  const { save, theirs } = useSaveSettings(opened)
  const form = useForm(schema, save, { initial: opened.values, ...(step && { onDone: step.onSaved }) })

  /** Field of a setting, or its fixed value from the environment. */
  const setting = (name: SettingName) => {
    const { env, label, hint, options } = settingOf(name)
    if (name === 'payments' && !hasCards && !fixed.includes(name)) return <CashAlone key={name} />
    const value = opened.values[name]
    if (fixed.includes(name))
      return (
        <FixedSetting key={name} label={label} value={wordsOf(name, value)}>
          Set by the operator in <code>{env}</code>; it can’t be changed here.
        </FixedSetting>
      )
    const meanwhile = theirs[name]
    const control = {
      label,
      ...form.field(name),
      hint: meanwhile === undefined ? hint : `Someone else has just saved “${wordsOf(name, meanwhile)}”. ${hint}`,
    }
    return options ? (
      <RadioField key={name} {...control} options={options} cannotClear />
    ) : (
      <Field key={name} {...control} autoComplete="off" spellCheck={name === 'tagline'} />
    )
  }
  if (step && open.length === 0)
    return <div className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6">{names.map((name) => setting(name))}</div>
  if (step)
    return (
      <Form form={form} submit={{ label: 'Save and continue', pending: 'Saving…' }} className="sheet gap-5 p-5 sm:p-6">
        {names.map((name) => setting(name))}
      </Form>
    )
  return (
    <Form
      form={form}
      submit={{ label: 'Save settings', pending: 'Saving…' }}
      done="Saved. It applies now."
      className="max-w-2xl gap-6"
    >
      {[...Map.groupBy(names, (name) => settingOf(name).section)].map(([section, some]) => (
        <Group key={section} heading={section}>
          {some.map((name) => setting(name))}
        </Group>
      ))}
    </Form>
  )
}

/** Schema of these settings. */
const schemaOf = (names: readonly SettingName[]) =>
  z.pick(shopSettings, Object.fromEntries(names.map((name) => [name, true])) as Record<keyof WrittenSettings, true>)

function CashAlone() {
  return (
    <FixedSetting label={settingOf('payments').label} value={wordsOf('payments', 'cash')}>
      To take cards, the shop needs a card provider’s keys. The operator sets them in <code>STRIPE_SECRET_KEY</code>,{' '}
      <code>STRIPE_PUBLISHABLE_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>.
    </FixedSetting>
  )
}

function Group({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <div className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6">
      <h2 className="text-xl">{heading}</h2>
      {children}
    </div>
  )
}

interface FixedSettingProps {
  label: string
  value: string
  /** Who set it, and where. */
  children: React.ReactNode
}

/** Read-only setting: its value, and why it is fixed. */
function FixedSetting({ label, value, children }: FixedSettingProps) {
  return (
    <dl>
      <dt className="font-semibold">{label}</dt>
      <dd className="wrap-anywhere">
        <bdi>{value}</bdi>
      </dd>
      <dd className="mt-1 text-sm text-ink-2 wrap-anywhere">{children}</dd>
    </dl>
  )
}
