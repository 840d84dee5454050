import { Link } from 'react-router'
import { joinDomainsWords } from '#contract/accounts/join-domains.ts'
import type { Site } from '#contract/site.ts'
import { Field } from '#client/forms/field.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { PasswordField } from '#client/forms/password-field.tsx'
import { bookAskedAbout } from '#client/session/origin.ts'
import { roleMeaning } from '#client/session/role-words.ts'
import { Form } from '#client/forms/form.tsx'
import { useSite } from '#client/ui/site.ts'
import { isTaken, showSignUpFailure } from '#client/session/sign-in-failure.ts'
import { signUpWithPassword } from '#client/session/session-actions.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useFirstQuestion } from './use-first-question.ts'

const loadForm = (site: Site) => async () => (await import('#client/session/credentials.ts')).signUpForm(site)

interface SignUpFormProps {
  /** Role that is chosen at first. */
  role: 'buyer' | 'seller' | null
  /** Where the visitor was going. On the way to a seller, the question is asked here, too. */
  origin: string
  /** Addresses for who has an account already. */
  wayIn: { login: string; reset: string }
  onDone: () => Promise<void>
}

/** Sign-up form: email, name, password, and an optional role. */
export function SignUpForm({ role, origin, wayIn, onDone }: SignUpFormProps) {
  const site = useSite()
  const book = bookAskedAbout(origin)
  const { draft, send } = useFirstQuestion(book)
  const form = useForm(
    loadForm(site),
    async ({ question = '', ...person }) => {
      await signUpWithPassword({ ...person, returnTo: origin })
      await send(question)
      await onDone()
    },
    { initial: { role: role ?? '' }, ...(draft && { draft }), onFailure: showSignUpFailure },
  )
  return (
    <Form form={form} submit={{ label: 'Sign up', pending: 'Signing up…' }}>
      {book !== null && (
        <Field
          label="Your question to the seller"
          {...form.field('question')}
          rows={3}
          hint="We’ll send it once you’ve confirmed your email."
        />
      )}
      <Field
        label="Email"
        {...form.field('email')}
        type="email"
        autoComplete="email"
        hint={joinDomainsWords(site.joinDomains)}
        required
      />
      {isTaken(form.error) && (
        <p className="-mt-2 flex flex-wrap items-center gap-x-4">
          This email has an account.
          <Link to={wayIn.login} className="inline-flex min-h-11 items-center">
            Login
          </Link>
          <Link to={wayIn.reset} className="inline-flex min-h-11 items-center">
            Forgot password?
          </Link>
        </p>
      )}
      <Field label="Name" {...form.field('name')} autoComplete="name" hint="Optional. Shown to other members." />
      <PasswordField label="Password" {...form.field('password')} autoComplete="new-password" />
      <RadioField
        label="I’m signing up as a"
        {...form.field('role')}
        hint="Optional. You can change it any time."
        options={roles}
      />
    </Form>
  )
}

const roles = [
  { value: 'buyer', label: 'Buyer', hint: roleMeaning.buyer },
  { value: 'seller', label: 'Seller', hint: roleMeaning.seller },
]
