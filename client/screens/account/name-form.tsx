import { useState } from 'react'
import * as z from 'zod/mini'
import { changeAccount } from '#contract/accounts/accounts.ts'
import { personsName } from '#contract/accounts/names.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { call } from '#client/api/call.ts'
import { identity } from '#client/session/identity/identity.ts'
import { refreshAccount } from '#client/session/session-actions.ts'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { useSite } from '#client/ui/site.ts'
import { Section } from './section.tsx'

/** Form for the public name, saved at the identity provider and in the shop. */
export function NameForm({ name }: { name: string }) {
  const { name: club } = useSite()
  const [nameForm] = useState(() => formOf(z.object({ name: personsName(club) })))
  const form = useForm(
    nameForm,
    async (wish) => {
      await identity.updateProfile({ displayName: wish.name })
      await call(changeAccount, { body: { name: wish.name } })
      await refreshAccount()
    },
    { initial: { name } },
  )
  return (
    <Section id="name" heading="Your name">
      <Form form={form} submit={{ label: 'Save name', pending: 'Saving…' }} done="Saved.">
        <Field
          label="Name"
          {...form.field('name')}
          autoComplete="name"
          hint="Shown on your listings and orders. If you leave this empty, others see “Member” and a short number."
        />
      </Form>
    </Section>
  )
}
