import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { useSite } from '#client/ui/site.ts'

/** For one side of a paid order: that the other side's account was closed, and whom to turn to. None where it wasn't. */
export function ClosedAccountNotice({ order, other }: { order: Order; other: 'seller' | 'buyer' }) {
  const { contact } = useSite()
  const isClosed = other === 'seller' ? order.isSellerClosed : order.isBuyerClosed
  if (!isClosed || order.state !== 'paid') return null
  return (
    <span className="wrap-anywhere">
      The {other}’s account was closed. If you haven’t met yet,{' '}
      {contact ? (
        <>
          write to the club:{' '}
          <a href={`mailto:${contact}`} className="link">
            {contact}
          </a>
        </>
      ) : (
        <>
          <Link to="/contact" className="link">
            write to the club
          </Link>
          .
        </>
      )}
    </span>
  )
}
