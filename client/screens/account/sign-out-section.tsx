import { useState } from 'react'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { errorMessage } from '#client/api/error-message.ts'
import { signOutEverywhere } from '#client/session/sign-out-everywhere.ts'
import { Section } from './section.tsx'

/** Sign-out on every device, for a lost phone or a shared computer. */
export function SignOutSection() {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')

  async function act() {
    if (pending) return
    setPending(true)
    setProblem('')
    try {
      await signOutEverywhere()
    } catch (error) {
      setProblem(errorMessage(error))
      setPending(false)
    }
  }

  return (
    <Section id="sign-out" heading="Sign out everywhere">
      <p id="sign-out-note">
        Lost your phone, or used someone else’s computer? Sign out on every device, including this one. You keep your
        books and orders.
      </p>
      <button
        type="button"
        className="button-outline justify-self-start"
        aria-describedby="sign-out-note"
        aria-disabled={pending}
        onClick={() => void act()}
      >
        {pending && <span className="spinner" aria-hidden="true" />}
        Sign out everywhere
      </button>
      <FailureLine words={problem} />
    </Section>
  )
}
