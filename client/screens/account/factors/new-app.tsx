import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { copyText } from '#client/ui/share.ts'

const QrCode = lazy(() => import('#client/ui/qr/qr-code.tsx'))

const DIGITS = 'Please enter the 6 digits that your app shows'
const firstCode = formOf(z.object({ code: z.string().check(z.trim(), z.regex(/^\d{3}\s?\d{3}$/, DIGITS)) }))

/** Set-up of an authenticator app: its secret as QR code and as text, and its first code. */
export function NewApp({
  secret,
  address,
  confirm,
  onCancel,
}: {
  secret: string
  address: string
  confirm: (code: string) => Promise<void>
  onCancel: () => void
}) {
  const form = useForm(firstCode, ({ code }) => confirm(code))
  return (
    <div className="grid grid-cols-1 gap-4 border-s-3 border-ink ps-4">
      <p>
        1. Open an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your password
        manager. Scan this code with it:
      </p>
      <Suspense fallback={<div className="size-44" />}>
        <QrCode address={address} label="QR code for your authenticator app" />
      </Suspense>
      <p>
        Can’t scan it? <a href={address}>Open your app on this device</a>, or type this key:{' '}
        <code className="block py-1 font-mono wrap-anywhere">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        <button type="button" className="button-quiet -ms-3" onClick={() => void copyText(secret, 'Key copied')}>
          Copy the key
        </button>
      </p>
      <Form form={form} submit={{ label: 'Switch on', pending: 'Checking…' }}>
        <Field
          label="2. The code that your app shows"
          {...form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Form>
      <button type="button" className="button-quiet -ms-3 justify-self-start" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
