import { lazy, Suspense } from 'react'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { useSite } from '#client/ui/site.ts'
import { Section } from '../section.tsx'

// Code splitting: it brings the browser's part of passkeys and the QR encoder along.
const FactorsOfAccount = lazy(() => import('./factors-of-account.tsx'))

/** Passkeys and the second step of the sign-in; where another service keeps them, which. */
export function SignInSection({ isConfirmed }: { isConfirmed: boolean }) {
  const { keepsFactors, keptBy } = useSite().identity
  return (
    <Section id="sign-in" heading="Sign-in">
      {!keepsFactors ? (
        <p>{keptBy} manages your sign-in. If it offers a second step after the password, you can set it up there.</p>
      ) : isConfirmed ? (
        <Suspense fallback={<Skeletons count={1} className="h-24" label="Loading how you sign in" />}>
          <FactorsOfAccount />
        </Suspense>
      ) : (
        <p>Once your email is confirmed, you can add passkeys and a second step here.</p>
      )}
    </Section>
  )
}
