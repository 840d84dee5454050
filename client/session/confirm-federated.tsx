import { FederatedSignIns } from './federated-sign-in.tsx'
import { identity } from './identity/identity.ts'
import { providerNames } from './provider-names.ts'
import { useSite } from '#client/ui/site.ts'

/** A federated sign-in as proof, for accounts without a password. Hidden where there is no provider for it. */
export function ConfirmFederated({
  returnTo,
  onProof,
}: {
  returnTo: string
  onProof: (proof: string) => Promise<void>
}) {
  const site = useSite()
  if (site.identity.signInWith.length === 0) return null
  return (
    <div className="mt-4 grid max-w-measure gap-2">
      <p className="text-sm text-ink-2">You sign in with {providerNames(site)} and have no password?</p>
      <FederatedSignIns
        label={(name) => `Confirm with ${name} instead`}
        returnTo={returnTo}
        onDone={async () => onProof(await identity.getIdToken())}
      />
    </div>
  )
}
