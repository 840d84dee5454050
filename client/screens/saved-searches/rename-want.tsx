import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { type Want, changeWant, savedSearch } from '#contract/wants/wants.ts'
import { call } from '#client/api/call.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import type { InOrder } from './use-in-order.ts'

const nameForm = formOf(z.pick(savedSearch, { name: true }))

/** Form to rename a want; calls `onDone` with the renamed want, or null on cancel. */
export function RenameWant(props: { want: Want; inOrder: InOrder; onDone: (renamed: Want | null) => void }) {
  const { want, inOrder, onDone } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const form = useForm(
    nameForm,
    async ({ name }) => {
      await inOrder(() => call(changeWant, { params: { id: want.id }, body: { name, often: want.often } }))
      onDone({ ...want, name })
    },
    { initial: { name: want.name } },
  )
  return (
    <div ref={place}>
      <Form form={form} submit={{ label: 'Save name', pending: 'Saving…' }}>
        <Field label="Name" {...form.field('name')} />
        <button type="button" className="button-quiet -ms-2.5 justify-self-start" onClick={() => onDone(null)}>
          Cancel
        </button>
      </Form>
    </div>
  )
}
