import { useRef } from 'react'
import * as z from 'zod/mini'
import { handOver, handOverCode } from '#contract/orders/hand-over.ts'
import type { Order } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import { codeQueue } from '#client/orders/code-queue.ts'
import { useAccount } from '#client/session/use-account.ts'
import { staysQueued, useQueue, useSending } from '#client/ui/storage/send-queue.ts'

const codeForm = formOf(z.object({ code: handOverCode }))

/** Handover code from the address: the phone's camera opens the QR code's link here. */
const scannedCode = () => /^#(\d{6})$/.exec(location.hash)?.[1] ?? ''

/** Form for the buyer's handover code. Offline, the code is queued and sent later. */
export function EnterCode({ order }: { order: Order }) {
  const accountId = useAccount().id
  useSending(codeQueue, accountId)
  const queued = useQueue(codeQueue, accountId).items.find(({ id }) => id === order.id)
  const place = useRef<HTMLDivElement>(null)
  const form = useForm(
    codeForm,
    async ({ code }) => {
      try {
        // The new code replaces a refused code in the queue.
        await codeQueue.remove(accountId, order.id)
        await call(handOver, { params: { id: order.id }, body: { code } })
      } catch (error) {
        if (!staysQueued(error)) throw error
        // Focus management: the form unmounts, so its replacement takes the focus.
        place.current?.focus()
        await codeQueue.add(accountId, { id: order.id, code })
      }
    },
    { initial: { code: scannedCode() } },
  )
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      <FailureLine words={queued?.refused} />
      {queued && queued.refused === undefined ? (
        <p role="status" className="border-s-4 border-warn bg-sunk px-4 py-3">
          Code saved in this browser. We’ll check it when the connection is back: come back here then.
        </p>
      ) : (
        <Form form={form} submit={{ label: 'Hand over', pending: 'Saving…' }} className="max-w-80">
          <Field
            label="Code from the buyer"
            {...form.field('code')}
            hint="Six digits, on the buyer’s order. Your camera can scan the square beside them."
            inputMode="numeric"
            autoComplete="off"
          />
        </Form>
      )}
    </div>
  )
}
