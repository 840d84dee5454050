import { joinDomainsWords } from '#contract/accounts/join-domains.ts'
import { POPUP_MS } from '#contract/notices.ts'
import type { Site } from '#contract/site.ts'
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

const loadForm = (site: Site) => async () => (await import('#client/session/credentials.ts')).signUpForm(site)

/** Sign-up form: email, name, password, and an optional role, which `role` chooses at first. */
export function SignUpForm({ role, onDone }: { role: 'buyer' | 'seller' | null; onDone: () => Promise<void> }) {
  const site = useSite()
  const form = useForm(
    loadForm(site),
    async (person) => {
      await signUpWithPassword(person)
      await onDone()
    },
    {
      initial: { role: role ?? '' },
      onFailure: (error) => showPopup({ title: signUpFailure(error), kind: 'error', ms: POPUP_MS.productError }),
    },
  )
  return (
    <Form form={form} submit={{ label: 'Sign up', pending: 'Signing up…' }}>
      <Field
        label="Email"
        {...form.field('email')}
        type="email"
        autoComplete="email"
        hint={joinDomainsWords(site.joinDomains)}
        required
      />
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
