import { Link } from 'react-router'
import type { Account } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { ownName } from '#contract/wording.ts'
import { signOut } from './start-session.ts'

/** Notice on the auth screens for signed-in visitors: a link onwards (`origin`), or sign out. */
export default function AlreadySignedInNote({ account, origin }: { account: Account; origin: string }) {
  return (
    <section className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
      <p>
        You’re signed in as <strong className="wrap-anywhere">{ownName(account)}</strong>.
      </p>
      <p className="flex flex-wrap gap-3">
        <Link to={origin === '/' ? href('/dashboard') : origin} className="button">
          {origin === '/' ? 'Go to the dashboard' : 'Continue'}
        </Link>
        <button type="button" className="button-outline" onClick={() => void signOut()}>
          Sign in as someone else
        </button>
      </p>
    </section>
  )
}
