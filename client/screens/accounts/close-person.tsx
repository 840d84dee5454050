import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Person } from '#contract/accounts/people.ts'
import { href } from '#contract/href.ts'
import { ClosingDialog } from './closing-dialog.tsx'

/** Closes a person's account for good, after its consequences are read. */
export function ClosePerson({ person }: { person: Person }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <div>
      <button type="button" className="button-outline" onClick={() => setAsking(true)}>
        Close account
      </button>
      {isAsking && (
        <ClosingDialog
          kind={person.role === 'seller' ? 'sellers' : 'buyers'}
          account={person}
          onClosed={() => void navigate(href('/dashboard/people'), { replace: true })}
          onKept={() => setAsking(false)}
        />
      )}
    </div>
  )
}
