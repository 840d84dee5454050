import { useState } from 'react'
import * as z from 'zod/mini'
import { href } from '#contract/href.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { passwordWords } from '#client/session/confirm/confirm-by-password.ts'
import { ConfirmByPasskey } from '#client/session/confirm/confirm-by-passkey.tsx'
import { ConfirmFederated } from '#client/session/confirm/confirm-federated.tsx'
import { IdentityError, type BrowserFactors, type FactorFacts } from '#client/session/identity/identity-port.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Confirmed } from './factor-props.ts'

/** Asks the person to confirm that it is them, where an act needs that and they have not just done so. */
export function useConfirming(
  port: BrowserFactors,
  facts: FactorFacts,
): { confirmed: Confirmed; dialog: React.ReactNode } {
  const [asked, setAsked] = useState<PromiseWithResolvers<void> | null>(null)
  const confirmed: Confirmed = async (act) => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof IdentityError) || error.code !== 'auth/requires-recent-login') throw error
      const asking = Promise.withResolvers<void>()
      setAsked(asking)
      await asking.promise.finally(() => setAsked(null))
      return act()
    }
  }
  const dialog = asked && (
    <Dialog title="Confirm that it’s you" onClose={() => asked.reject(new Error('Nothing was changed.'))}>
      <Confirming port={port} facts={facts} onConfirmed={() => asked.resolve()} />
    </Dialog>
  )
  return { confirmed, dialog }
}

interface Props {
  port: BrowserFactors
  facts: FactorFacts
  onConfirmed: () => void
}

function Confirming(props: Props) {
  const { facts, onConfirmed } = props
  return (
    <div className="grid grid-cols-1 gap-4">
      {facts.isOn ? <ByCode {...props} /> : facts.hasPassword && <ByPassword {...props} />}
      {facts.isOn ? (
        <ConfirmByPasskey onProof={async () => onConfirmed()} />
      ) : (
        <ConfirmFederated returnTo={href('/dashboard/account')} onProof={async () => onConfirmed()} />
      )}
    </div>
  )
}

const byPassword = formOf(z.object({ password: z.string().check(z.minLength(1, 'Please enter your password')) }))
const byCode = formOf(z.object({ code: z.string().check(z.trim(), z.minLength(6, 'Please enter a code')) }))

function ByPassword({ port, onConfirmed }: Props) {
  const form = useForm(byPassword, async ({ password }) => {
    await port.confirm({ password }).catch((error: unknown) => {
      throw new Error(passwordWords(error), { cause: error })
    })
    onConfirmed()
  })
  return (
    <Form form={form} submit={{ label: 'Confirm', pending: 'Checking…' }}>
      <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
    </Form>
  )
}

function ByCode({ port, facts, onConfirmed }: Props) {
  const form = useForm(byCode, async ({ code }) => {
    await port.confirm({ code })
    onConfirmed()
  })
  return (
    <Form form={form} submit={{ label: 'Confirm', pending: 'Checking…' }}>
      <Field
        label={facts.hasApp ? 'Code' : 'Recovery code'}
        {...form.field('code')}
        hint={facts.hasApp ? 'The 6 digits that your app shows now, or a recovery code.' : 'Each code works once.'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  )
}
