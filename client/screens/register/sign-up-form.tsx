import { POPUP_MS } from '#contract/notices.ts'
import { Field } from '#client/forms/field.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { showPopup } from '#client/ui/notice-store.ts'
import { PasswordField } from '#client/forms/password-field.tsx'
import { roleMeaning } from '#client/session/role-words.ts'
import { Form } from '#client/forms/form.tsx'
import { useSite } from '#client/ui/site.ts'
import { signUpFailure } from '#client/session/sign-in-failure.ts'
import { signUpWithPassword } from '#client/session/session-actions.ts'
import { useForm } from '#client/forms/use-form.ts'

const loadForm = (demo: boolean) => async () => (await import('#client/session/credentials.ts')).signUpForm(demo)
const labels = { email: 'Email', password: 'Password', name: 'Name' }

/** Email, name, password, and what the person is here for; nobody has to know that yet. */
export function SignUpForm({ onDone }: { onDone: () => Promise<void> }) {
  const { demo } = useSite()
  const form = useForm(
    loadForm(demo),
    async (person) => {
      await signUpWithPassword(person)
      await onDone()
    },
    (error) => showPopup({ title: signUpFailure(error), kind: 'error', ms: POPUP_MS.productError }),
  )
  return (
    <Form form={form} labels={labels} submit={{ label: 'Sign up', pending: 'Signing up…' }}>
      <Field label="Email" name="email" type="email" autoComplete="email" required problem={form.problemOf('email')} />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        hint="Optional. Shown to other members."
        problem={form.problemOf('name')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        problem={form.problemOf('password')}
      />
      <RadioField
        label="I’m signing up as a"
        name="role"
        hint="Optional. You can change it any time."
        options={roles}
        problem={form.problemOf('role')}
      />
    </Form>
  )
}

const roles = [
  { value: 'buyer', label: 'Buyer', hint: roleMeaning.buyer },
  { value: 'seller', label: 'Seller', hint: roleMeaning.seller },
]
