import { useState } from 'react'
import { Link } from 'react-router'
import { PasswordField } from '#client/parts/password-field.tsx'
import { SheetForm } from '#client/parts/sheet-form.tsx'
import { useSite } from '#client/parts/site.ts'
import { IdentityError } from '#client/session/identity/identity-port.ts'
import { identity } from '#client/session/identity/identity.ts'
import { inWords } from '#client/session/identity-words.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { useForm } from '#client/session/use-form.ts'
import { Section } from './section.tsx'

const loadForm = (demo: boolean) => async () =>
  (await import('#client/session/credentials.ts')).changePasswordForm(demo)
const labels = { currentPassword: 'Present password', password: 'New password' }

/** A new password, which signs every other device out. */
export function PasswordForm({ address }: { address: string }) {
  const [saved, setSaved] = useState(false)
  const { demo } = useSite()
  const form = useForm(loadForm(demo), async ({ currentPassword, password }, element) => {
    await identity.changePassword(currentPassword, password).catch((error: unknown) => {
      throw new Error(wordsHere(error), { cause: error })
    })
    element.reset()
    setSaved(true)
    await refreshAccount()
  })
  return (
    <Section id="password" heading="Password">
      <p className="text-sm text-ink-2">
        A new password signs all your other devices out. If you sign in with Google, or don’t know the present one,{' '}
        <Link to="/reset-password">have a link sent to you</Link>.
      </p>
      <SheetForm
        form={form}
        labels={labels}
        submit={{ label: 'Change password', pending: 'Changing…' }}
        done={saved ? 'Changed. Your other devices are signed out.' : ''}
        onChange={() => setSaved(false)}
      >
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={address} readOnly hidden />
        <PasswordField
          label="Present password"
          name="currentPassword"
          autoComplete="current-password"
          problem={form.problemOf('currentPassword')}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          problem={form.problemOf('password')}
        />
      </SheetForm>
    </Section>
  )
}

/** What the codes mean where only a password is asked for. */
function wordsHere(error: unknown): string {
  const code = error instanceof IdentityError ? error.code : ''
  if (code === 'auth/invalid-credential') return 'The present password is not right.'
  if (code === 'auth/operation-not-allowed')
    return 'You sign in with Google and have no password yet. Have a link sent to you to set one.'
  return inWords(error)
}
