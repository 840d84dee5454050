import type { Account as Person } from '#contract/accounts.ts'
import { RoleChoice } from '#client/parts/role-choice.tsx'
import { titled } from '#client/parts/site.ts'
import { useAccount } from '#client/session/use-account.ts'
import { AddressSection } from './address-section.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PhotoSection } from './photo-section.tsx'
import { SignOutSection } from './sign-out-section.tsx'

export const meta = titled('Account', { noIndex: true })

/** Who one is here: photo, name, address, what one does in the shop, password, and where one is signed in. */
export default function Account() {
  const account = useAccount()
  if (!account) return null
  return (
    <div className="grid max-w-xl grid-cols-1 gap-6">
      <h1>Account</h1>
      <PhotoSection account={account} />
      <NameForm name={account.name} />
      <AddressSection address={account.email} verified={account.emailVerified} />
      <RoleSection role={account.role} />
      <PasswordForm address={account.email} />
      <SignOutSection />
    </div>
  )
}

const roleNow = {
  buyer: { question: 'You are here as a buyer', offers: ['seller'] },
  seller: { question: 'You are here as a seller', offers: ['buyer'] },
  user: { question: 'Do you want to buy or to sell?', offers: ['buyer', 'seller'] },
} as const

function RoleSection({ role }: { role: Person['role'] }) {
  return (
    <section className="sheet p-5 sm:p-6" aria-label="Role">
      {role === 'admin' ? (
        <>
          <h2 className="mb-2 text-xl">You are here as the admin</h2>
          <p>An admin neither buys nor sells; use another account for that.</p>
        </>
      ) : (
        <RoleChoice {...roleNow[role]} />
      )}
    </section>
  )
}
