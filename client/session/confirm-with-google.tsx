import { GoogleSignIn } from './google-sign-in.tsx'
import { identity } from './identity/identity.ts'
import { useSite } from '#client/ui/site.ts'

/** Google sign-in as proof, for accounts without a password. Hidden where Google is not offered. */
export function ConfirmWithGoogle({
  returnTo,
  onProof,
}: {
  returnTo: string
  onProof: (proof: string) => Promise<void>
}) {
  const { identity: provider } = useSite()
  if (!provider.google) return null
  return (
    <div className="mt-4 grid max-w-measure gap-2">
      <p className="text-sm text-ink-2">You sign in with Google and have no password?</p>
      <GoogleSignIn
        label="Confirm with Google instead"
        returnTo={returnTo}
        onDone={async () => onProof(await identity.getIdToken())}
      />
    </div>
  )
}
