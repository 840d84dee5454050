import { useEffect } from 'react'
import { titled } from '#client/ui/site.ts'
import { identity } from '#client/session/identity/identity.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

export const meta = titled('Signed in')

/** Last page of the sign-in popup: reports to its opener and closes. */
export default function SignedInPopup() {
  const told = useHydrated()
  useEffect(() => void identity.finishPopup(), [])
  return (
    <div className="mx-auto max-w-measure py-6 text-center">
      <h1 className="mb-4">Back to the shop</h1>
      <p>{told ? 'You can close this window and continue in the other one.' : 'One moment…'}</p>
    </div>
  )
}
