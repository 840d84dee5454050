import type { Account as Person } from '#contract/accounts/accounts.ts'
import { RoleChoice } from '#client/session/role-choice.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { useSite } from '#client/ui/site.ts'
import { useFocusOnFragment } from '#client/ui/use-focus-on-fragment.ts'
import { CloseSection } from './close-section.tsx'
import { AddressSection } from './address-section.tsx'
import { EmailsSection } from './emails-section.tsx'
import { ExportSection } from './export-section.tsx'
import { SignInSection } from './factors/sign-in-section.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhotoSection } from './photo-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignOutSection } from './sign-out-section.tsx'

/** Account screen, with a section for each setting. */
export default function Account() {
  const account = useAccount()
  const { identity } = useSite()
  useFocusOnFragment(true)
  if (!account) return null
  return (
    <div className="grid max-w-xl grid-cols-1 items-start gap-6 lg:max-w-none lg:grid-cols-2">
      <h1 className="lg:col-span-2">Account</h1>
      <div className="grid grid-cols-1 gap-6">
        <PhotoSection account={account} />
        <NameForm name={account.name} />
        <AddressSection
          address={account.email}
          verified={account.emailVerified}
          refused={account.mailRefusal !== null}
        />
        <RoleSection role={account.role} />
        <EmailsSection />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <PasswordForm address={account.email} />
        <SignInSection isConfirmed={account.emailVerified} />
        {identity.listsSessions && <SessionsSection />}
        <SignOutSection />
        <ExportSection />
        {account.role !== 'admin' && <CloseSection email={account.email} />}
      </div>
    </div>
  )
}

const roleNow = {
  buyer: { question: 'Your account is set to buying', offers: ['seller'] },
  seller: { question: 'Your account is set to selling', offers: ['buyer'] },
  user: { question: 'Do you want to buy or sell?', offers: ['buyer', 'seller'] },
} as const

function RoleSection({ role }: { role: Person['role'] }) {
  return (
    <section className="sheet p-5 sm:p-6" aria-label="Role">
      {role === 'admin' ? (
        <>
          <h2 className="mb-2 text-xl">You’re the admin</h2>
          <p>Admins can’t buy or sell. Use another account for that.</p>
        </>
      ) : (
        <RoleChoice {...roleNow[role]} />
      )}
    </section>
  )
}
