import { useState } from 'react'
import { endOtherSessions, endSession, listSessions, type SignedInPlace } from '#contract/accounts/sessions.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
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
  const [said, setSaid] = useState('')
  return (
    <>
      <ul className="grid grid-cols-1">
        {places.map((place) => (
          <Place key={place.id} place={place} onEnded={() => setSaid(`${place.device} is signed out.`)} />
        ))}
      </ul>
      {places.some(({ isThisOne }) => !isThisOne) && (
        <ActionButton
          act={() => call(endOtherSessions, {})}
          label="Sign out all others"
          onDone={() => setSaid('All your other devices are signed out.')}
        />
      )}
      <output className="text-ok empty:hidden">{said}</output>
    </>
  )
}

function Place({ place, onEnded }: { place: SignedInPlace; onEnded: () => void }) {
  const { id, device, signedInAt, isThisOne } = place
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <span>
        <span className="block font-semibold">{device}</span>
        <span className="block text-sm text-ink-2">
          Signed in <TimeAgo date={signedInAt} />
        </span>
      </span>
      {isThisOne ? (
        <Badge kind="ok">This device</Badge>
      ) : (
        <ActionButton
          act={() => call(endSession, { body: { session: id } })}
          label="Sign out"
          of={device}
          onDone={onEnded}
        />
      )}
    </li>
  )
}
