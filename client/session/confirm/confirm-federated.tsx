import { ConfirmByPasskey } from './confirm-by-passkey.tsx'
import { FederatedSignIns } from '#client/session/federated-sign-in.tsx'
import { identity } from '#client/session/identity/identity.ts'
import { providerNames } from '#client/session/provider-names.ts'
import { useSite } from '#client/ui/site.ts'

/** A federated sign-in or a passkey as proof, for accounts without a password. Hidden where there is neither. */
export function ConfirmFederated({
  returnTo,
  onProof,
}: {
  returnTo: string
  onProof: (proof: string) => Promise<void>
}) {
  const site = useSite()
  const { signInWith, keepsFactors } = site.identity
  return (
    <div className="mt-4 grid max-w-measure gap-2 empty:hidden">
      {signInWith.length > 0 && (
        <>
          <p className="text-sm text-ink-2">You sign in with {providerNames(site)} and have no password?</p>
          <FederatedSignIns
            label={(name) => `Confirm with ${name} instead`}
            returnTo={returnTo}
            onDone={async () => onProof(await identity.getIdToken())}
          />
        </>
      )}
      {keepsFactors && <ConfirmByPasskey onProof={onProof} />}
    </div>
  )
}
