import { Link, useLocation, useNavigate } from 'react-router'
import { becomeFirstAdmin, inviteFirstAdmin } from '#contract/accounts/first-admin.ts'
import { href } from '#contract/href.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { useForm } from '#client/forms/use-form.ts'
import { loginAddress } from '#client/session/origin.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { useSession } from '#client/session/session.ts'
import { signOut } from '#client/session/start-session.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { titled, useSite } from '#client/ui/site.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

export const meta = titled('The first admin')

/** Page of the link that a shop without an admin prints: names its first one, or makes the signed-in account it. */
export default function FirstAdmin() {
  const { name, identity } = useSite()
  const session = useSession()
  const { hash } = useLocation()
  // The server never sees what follows the sign: its page is the form for everybody.
  const token = useHydrated() ? hash.slice(1) : 'unknown'
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-6">
      <h1>Be the first admin</h1>
      <p>
        This link is for the first admin of {name}. Admins run the club: they see its members, orders and settings, and
        neither buy nor sell.
      </p>
      {token === '' ? (
        <p className="sheet p-5 sm:p-6">This link doesn’t work. Please copy all of it from where it was printed.</p>
      ) : session.state === 'signed-in' ? (
        <AsMyself token={token} email={session.account.email} />
      ) : identity.isManaged ? (
        <ByEmail token={token} />
      ) : (
        <SignUpFirst token={token} />
      )}
    </div>
  )
}

const loadForm = async () => (await import('#client/session/credentials.ts')).addressForm
const pageOf = (token: string) => `${href('/first-admin')}#${token}`

function ByEmail({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm(loadForm, async ({ email }) => {
    const { path } = await call(inviteFirstAdmin, { body: { token, email } })
    await navigate(path, { replace: true })
  })
  return (
    <>
      <Form form={form} submit={{ label: 'Continue', pending: 'Opening your account…' }} className="sheet p-5 sm:p-6">
        <Field
          label="Email"
          hint="You’ll sign in with it. Next, you choose a password."
          {...form.field('email')}
          type="email"
          autoComplete="username"
          required
        />
      </Form>
      <p>
        Have an account here? <Link to={loginAddress(pageOf(token))}>Log in first</Link>
      </p>
    </>
  )
}

/** Where the shop may open no accounts at its identity provider. */
function SignUpFirst({ token }: { token: string }) {
  return (
    <div className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
      <p>Sign up and confirm your email, or log in. Then open this link again.</p>
      <p className="flex flex-wrap gap-3">
        <Link to={`${href('/register')}?from=${encodeURIComponent(pageOf(token))}`} className="button">
          Sign up
        </Link>
        <Link to={loginAddress(pageOf(token))} className="button-outline">
          Log in
        </Link>
      </p>
    </div>
  )
}

function AsMyself({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  async function become() {
    await call(becomeFirstAdmin, { body: { token } })
    showPopup({ title: 'You are an admin', kind: 'success', ms: POPUP_MS.signedIn })
    await refreshAccount().catch(() => undefined)
    await navigate(href('/dashboard'), { replace: true })
  }
  return (
    <div className="sheet grid grid-cols-1 gap-4 p-5 sm:p-6">
      <p>
        You’re signed in as <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <ActionButton act={become} label="Make me the admin" look="button w-full" />
      <button type="button" className="button-outline" onClick={() => void signOut()}>
        Use another email
      </button>
    </div>
  )
}
