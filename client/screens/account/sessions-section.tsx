import { useState } from 'react'
import { endOtherSessions, endSession, listSessions, type SignedInPlace } from '#contract/accounts/sessions.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Badge } from '#client/ui/facts/badge.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { Section } from './section.tsx'

/** Session list, with buttons to end a single session or all others. */
export function SessionsSection() {
  const places = useCall(listSessions, {}, { staleTime: 0 })
  return (
    <Section id="sessions" heading="Where you’re signed in">
      {places.data ? (
        <Places places={places.data} />
      ) : places.isError ? (
        <Retry error={places.error} onRetry={() => void places.refetch()} />
      ) : (
        <Skeletons count={1} className="h-24" label="Loading where you’re signed in" />
      )}
    </Section>
  )
}

function Places({ places }: { places: readonly SignedInPlace[] }) {
  const [pending, setPending] = useState('')
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')

  async function end(which: string, ending: () => Promise<unknown>, done: string) {
    if (pending) return
    setPending(which)
    setProblem('')
    try {
      await ending()
      setSaid(done)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setPending('')
    }
  }
  const others = places.filter(({ isThisOne }) => !isThisOne)
  return (
    <>
      <ul className="grid grid-cols-1">
        {places.map((place) => (
          <Place
            key={place.id}
            place={place}
            isEnding={pending === place.id}
            onEnd={() =>
              void end(
                place.id,
                () => call(endSession, { body: { session: place.id } }),
                `${place.device} is signed out.`,
              )
            }
          />
        ))}
      </ul>
      {others.length > 0 && (
        <button
          type="button"
          className="button-outline justify-self-start"
          aria-disabled={pending !== ''}
          onClick={() => void end('others', () => call(endOtherSessions, {}), 'All your other devices are signed out.')}
        >
          {pending === 'others' && <span className="spinner" aria-hidden="true" />}
          Sign out all others
        </button>
      )}
      <output className="text-ok empty:hidden">{said}</output>
      <FailureLine words={problem} />
    </>
  )
}

function Place({ place, isEnding, onEnd }: { place: SignedInPlace; isEnding: boolean; onEnd: () => void }) {
  const { device, signedInAt, isThisOne } = place
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <span>
        <span className="block font-semibold">{device}</span>
        <span className="block text-sm text-ink-2">
          Signed in <TimeAgo date={signedInAt} />
        </span>
      </span>
      {isThisOne ? (
        <Badge kind="ok">This one</Badge>
      ) : (
        <button
          type="button"
          className="button-outline"
          aria-label={`Sign out ${device}`}
          aria-disabled={isEnding}
          onClick={onEnd}
        >
          {isEnding && <span className="spinner" aria-hidden="true" />}
          Sign out
        </button>
      )}
    </li>
  )
}
