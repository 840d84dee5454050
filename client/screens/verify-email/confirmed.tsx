import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { Verification } from '#client/session/identity/identity-port.ts'
import { loginAddress, safePath } from '#client/session/origin.ts'
import { useSession } from '#client/session/session.ts'
import { LockOut } from './lock-out.tsx'

interface ConfirmedProps {
  query: string
  verification: Verification
  onFailure: (error: unknown) => void
}

/** Outcome of a confirmation: what was sent by it, and the way on to what was being done. */
export default function Confirmed({ query, verification, onFailure }: ConfirmedProps) {
  const session = useSession()
  const question = verification.question
  const from = safePath(new URLSearchParams(query).get('from'))
  const next = question?.conversationPath ?? (from === '/' ? href('/dashboard') : from)
  const isIn = session.state === 'signed-in'
  return (
    <>
      <p>
        <strong>Thank you, your email is confirmed.</strong>
        {question && (
          <>
            {' '}
            Your question about “<bdi>{question.title}</bdi>” has been sent.
          </>
        )}
      </p>
      {isIn ? (
        <p>
          <Link to={next}>{wordsOf(next)}</Link>
        </p>
      ) : (
        <p>
          The page where you signed up continues by itself. To continue here,{' '}
          <Link to={loginAddress(next)}>log in</Link>.
        </p>
      )}
      {verification.mayTakeBack && (
        <LockOut query={query} email={verification.email} isOpen={false} onFailure={onFailure} />
      )}
    </>
  )
}

function wordsOf(path: string): string {
  if (path === href('/dashboard')) return 'Go to the dashboard'
  if (path.startsWith(href('/dashboard/messages'))) return 'See the conversation'
  return /^\/advertise\/[\da-f]/.test(path) ? 'Back to the book' : 'Continue where you left off'
}
