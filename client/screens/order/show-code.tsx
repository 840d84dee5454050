import { Suspense, useId } from 'react'
import { href } from '#contract/href.ts'
import { confirmReceipt } from '#contract/orders/hand-over.ts'
import { mayConfirmReceipt } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useSite } from '#client/ui/site.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

const QrCode = lazyPart(() => import('#client/ui/qr/qr-code.tsx'))

/** Handover code with QR code, shown to a seller who can sign in, and the button that confirms the same. */
export function ShowCode({ order }: { order: Order }) {
  const { publicUrl } = useSite()
  const id = useId()
  const { handOverCode } = order
  if (mayConfirmReceipt(order) !== 'yes' || !handOverCode) return null
  const isAlone = order.isSellerClosed || order.isSellerSuspended
  return (
    <div className="grid gap-4">
      {!isAlone && (
        <CodeToShow
          code={handOverCode}
          address={`${publicUrl}${href('/dashboard/orders/:orderId', order.id)}#${handOverCode}`}
        />
      )}
      <div className="grid gap-2 border-t border-rule pt-4">
        <p id={id} className="text-sm text-ink-2">
          {!isAlone && 'No code? '}Press only once you have the book. You can’t undo this.
        </p>
        <ActionButton
          act={() => call(confirmReceipt, { params: { id: order.id } })}
          label="I have the book"
          pending="Saving…"
          describedBy={id}
        />
      </div>
    </div>
  )
}

function CodeToShow({ code, address }: { code: string; address: string }) {
  return (
    <>
      <p>Got the book? Show the seller this code:</p>
      <div className="flex flex-wrap items-center gap-5">
        <p className="font-mono text-3xl font-semibold tracking-wider" aria-label={`Code ${code.split('').join(' ')}`}>
          {code.slice(0, 3)} {code.slice(3)}
        </p>
        <Suspense fallback={<div className="size-44" />}>
          <QrCode address={address} label="QR code for the seller’s camera" />
        </Suspense>
      </div>
    </>
  )
}
