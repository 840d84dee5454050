import { useState } from 'react'
import * as z from 'zod/mini'
import { ActionButton } from '#client/forms/action-button.tsx'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useFirstFocus } from '#client/forms/use-first-focus.ts'
import { useForm } from '#client/forms/use-form.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import type { FactorFacts } from '#client/session/identity/identity-port.ts'
import type { FactorProps } from './factor-props.ts'

type Passkey = FactorFacts['passkeys'][number]

const NAME_MISSING = 'Please give it a name'
const named = formOf(
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, NAME_MISSING), z.maxLength(100, 'Please use 100 characters or fewer')),
  }),
)

/** The account's passkeys: added, renamed, removed. */
export function Passkeys(props: FactorProps) {
  const { port, facts } = props
  const [said, setSaid] = useState('')
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">Passkeys</h3>
      <p className="text-sm text-ink-2">
        A passkey signs you in with your fingerprint, face or screen lock, without a password. It only works on this
        site, so nobody can trick you into giving it away.
      </p>
      {facts.passkeys.length > 0 && (
        <ul className="grid grid-cols-1">
          {facts.passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} {...props} passkey={passkey} onSaid={setSaid} />
          ))}
        </ul>
      )}
      {port.passkeysWork() ? (
        <AddPasskey {...props} onSaid={setSaid} />
      ) : (
        <p>
          Passkeys don’t work here. They need an up-to-date browser, and a shop that you open by name over https, not by
          an IP address.
        </p>
      )}
      <output className="text-ok empty:hidden">{said}</output>
    </div>
  )
}

type Said = { onSaid: (words: string) => void }

function AddPasskey(props: FactorProps & Said) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <NewPasskey {...props} onClose={() => setIsOpen(false)} />
  return (
    <button type="button" className="button-outline justify-self-start" onClick={() => setIsOpen(true)}>
      {props.facts.passkeys.length > 0 ? 'Add another passkey' : 'Add a passkey'}
    </button>
  )
}

function NewPasskey({ port, change, onSaid, onClose }: FactorProps & Said & { onClose: () => void }) {
  const part = useFirstFocus()
  const form = useForm(named, async ({ name }) => {
    await change(() => port.addPasskey(name))
    onClose()
    onSaid(`${name} can sign you in now.`)
  })
  return (
    <div ref={part}>
      <Form form={form} submit={{ label: 'Create the passkey', pending: 'Creating…' }}>
        <Field
          label="Name of the passkey"
          {...form.field('name')}
          hint="So that you recognise it later, such as “My phone”."
          autoComplete="off"
        />
      </Form>
      <button type="button" className="button-quiet -ms-3 mt-2" onClick={onClose}>
        Cancel
      </button>
    </div>
  )
}

function PasskeyLine({ port, change, passkey, onSaid }: FactorProps & Said & { passkey: Passkey }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { id, name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <span className="min-w-0">
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="block text-sm text-ink-2">
          Added <TimeAgo date={createdAt} />
          {lastUsedAt && (
            <>
              , last used <TimeAgo date={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <button type="button" className="button-quiet" onClick={() => setIsRenaming(true)}>
          Rename<span className="sr-only"> {name}</span>
        </button>
        <ActionButton
          act={() => change(() => port.removePasskey(id))}
          label="Remove"
          of={name}
          onDone={() => onSaid(`${name} no longer signs you in. Your other devices are signed out.`)}
        />
      </span>
      {isRenaming && (
        <Dialog title={`Rename ${name}`} onClose={() => setIsRenaming(false)}>
          <Renaming
            name={name}
            rename={(next) => change(() => port.renamePasskey(id, next))}
            onDone={() => setIsRenaming(false)}
          />
        </Dialog>
      )}
    </li>
  )
}

function Renaming({
  name,
  rename,
  onDone,
}: {
  name: string
  rename: (name: string) => Promise<void>
  onDone: () => void
}) {
  const form = useForm(
    named,
    async (wish) => {
      await rename(wish.name)
      onDone()
    },
    { initial: { name } },
  )
  return (
    <Form form={form} submit={{ label: 'Save', pending: 'Saving…' }}>
      <Field label="Name" {...form.field('name')} autoComplete="off" data-first-focus />
    </Form>
  )
}
