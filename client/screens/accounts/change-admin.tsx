import { appointAdmin, ownPassword, removeAdmin, type Confirmation } from '#contract/accounts/admins.ts'
import type { Person } from '#contract/accounts/people.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { Form } from '#client/forms/form.tsx'
import { PasswordField } from '#client/forms/password-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { confirmByPassword } from '#client/session/confirm/confirm-by-password.ts'
import { ConfirmFederated } from '#client/session/confirm/confirm-federated.tsx'
import { PasswordOwner } from '#client/session/new-password-form.tsx'
import { refreshAccount } from '#client/session/session-actions.ts'
import { useAccount } from '#client/session/use-account.ts'

const passwordForm = formOf(ownPassword)

/** Grants or removes admin rights, after the consequences are read, with the acting admin’s own password. */
export function ChangeAdmin({ person }: { person: Person }) {
  const own = useAccount()
  const { label, pending, words } =
    person.role === 'admin' ? removing(person, person.id === own.id) : appointing(person)
  const declared = person.role === 'admin' ? removeAdmin : appointAdmin

  async function act(body: Confirmation) {
    await call(declared, { params: { id: person.id }, body })
    // Refetch the own account: admins who remove themselves are led away from here.
    if (person.id === own.id) await refreshAccount()
  }
  const form = useForm(passwordForm, async ({ password }) => act(await confirmByPassword(password)))
  return (
    <details>
      <summary className="touchable py-2.5 text-link underline">{label}</summary>
      <p className="mb-3 max-w-measure text-sm">{words}</p>
      <Form form={form} submit={{ label, pending }} className="max-w-measure">
        <PasswordOwner email={own.email} />
        <PasswordField label="Your own password" {...form.field('password')} autoComplete="current-password" />
      </Form>
      <ConfirmFederated
        returnTo={href('/dashboard/people/:accountId', person.id)}
        onProof={(proof) => act({ proof })}
      />
    </details>
  )
}

const appointing = (person: Person) => ({
  label: 'Make admin',
  pending: 'Making them an admin…',
  words: `${person.name} will see all members, orders and settings, and can do everything you can. Admins neither buy nor sell, so first they need to have nothing for sale and no open orders. You’ll both get an email.`,
})

const removing = (person: Person, isOwn: boolean) => ({
  label: 'Remove as admin',
  pending: 'Removing…',
  words: isOwn
    ? 'You won’t see this page any more, and only another admin can make you an admin again. You’ll get an email.'
    : `${person.name} becomes an ordinary member again, and keeps what they bought and sold before. You’ll both get an email.`,
})
