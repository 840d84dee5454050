import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { ActionButton } from '#client/forms/action-button.tsx'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useFirstFocus } from '#client/forms/use-first-focus.ts'
import { useForm } from '#client/forms/use-form.ts'
import { identity } from '#client/session/identity/identity.ts'
import type { SecondStep } from '#client/session/identity/identity-port.ts'
import { passSecondStep, signInByPasskey } from '#client/session/session-actions.ts'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Spinner } from '#client/ui/spinner.tsx'

type Steps = { isLoading: true } | { failure: Error | null } | { step: SecondStep | null; passkeysWork: boolean }

/** Second step of a sign-in: a code of the app, a passkey or a recovery code. */
export default function SecondStepForm({ restart, onDone }: { restart: string; onDone: () => Promise<void> }) {
  const [steps, setSteps] = useState<Steps>({ isLoading: true })
  useEffect(() => void readSteps().then(setSteps), [])
  if ('isLoading' in steps) return <Spinner label="Loading the second step" />
  if ('failure' in steps) return <Retry error={steps.failure} onRetry={() => void readSteps().then(setSteps)} />
  const { step, passkeysWork } = steps
  return (
    <section className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6" aria-labelledby="second-step-heading">
      <h2 id="second-step-heading" className="text-xl">
        One more step
      </h2>
      {step === null ? (
        <NoStep />
      ) : (
        <>
          {step.hasPasskey && passkeysWork && (
            <ActionButton
              act={signInByPasskey}
              label="Use a passkey"
              look={step.hasApp ? 'button-outline w-full' : 'button w-full'}
              repeats
              onDone={() => void onDone()}
            />
          )}
          <CodeForm hasApp={step.hasApp} onDone={onDone} />
          <LostPhone />
        </>
      )}
      <p>
        <Link to={restart} replace className="touchable inline-block py-1">
          Start again
        </Link>
      </p>
    </section>
  )
}

/** The steps that this browser's sign-in waits for; rejects never. */
async function readSteps(): Promise<Steps> {
  try {
    const factors = await identity.factors()
    return { step: (await factors?.findSecondStep()) ?? null, passkeysWork: factors?.passkeysWork() ?? false }
  } catch (failure) {
    return { failure: failure instanceof Error ? failure : null }
  }
}

const code = (missing: string) =>
  formOf(z.object({ code: z.string().check(z.trim(), z.minLength(6, missing), z.maxLength(40, missing)) }))
const appCode = code('Please enter the 6 digits that your app shows')
const recoveryCode = code('Please enter one of your recovery codes')

/** One field, for either kind of code. */
function CodeForm({ hasApp, onDone }: { hasApp: boolean; onDone: () => Promise<void> }) {
  const [isRecovery, setIsRecovery] = useState(!hasApp)
  return (
    <>
      <OneCode key={String(isRecovery)} isRecovery={isRecovery} onDone={onDone} />
      {hasApp && (
        <button
          type="button"
          className="button-quiet -ms-2.5 justify-self-start"
          onClick={() => setIsRecovery(!isRecovery)}
        >
          {isRecovery ? 'Use your app instead' : 'Use a recovery code instead'}
        </button>
      )}
    </>
  )
}

function OneCode({ isRecovery, onDone }: { isRecovery: boolean; onDone: () => Promise<void> }) {
  const part = useFirstFocus()
  const form = useForm(isRecovery ? recoveryCode : appCode, async ({ code: typed }) => {
    await passSecondStep(typed)
    await onDone()
  })
  return (
    <div ref={part}>
      <Form form={form} submit={{ label: 'Continue', pending: 'Signing in…' }}>
        {isRecovery ? (
          <Field
            key="recovery"
            label="Recovery code"
            {...form.field('code')}
            hint="A code that you saved when you set up the second step. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <Field
            key="app"
            label="Code"
            {...form.field('code')}
            hint="The 6 digits that your authenticator app shows now."
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
      </Form>
    </div>
  )
}

function LostPhone() {
  const { contact } = useSite()
  return (
    <p className="text-sm text-ink-2">
      Lost your phone and your recovery codes? Write to the club{contact && ` at ${contact}`}. It can remove the second
      step once it knows that it’s you.
    </p>
  )
}

/** No first step was passed here, or a while ago; or the provider keeps second steps itself. */
function NoStep() {
  const { identity: provider } = useSite()
  return (
    <p>
      {provider.keepsFactors
        ? 'That took more than 10 minutes, or was finished in another window. Please sign in again.'
        : `This account asks for a second step, which is set up at ${provider.keptBy} and doesn’t work here. Please write to the club.`}
    </p>
  )
}
