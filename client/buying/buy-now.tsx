import { useState, type ComponentType, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { mayChangeRole } from '#contract/accounts/accounts.policy.ts'
import { mayBuy } from '#contract/books/books.policy.ts'
import type { Book } from '#contract/books/books.ts'
import { toast } from '#client/ui/notice-store.ts'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'
import { useWideScreen } from './wide-screen.ts'
import { useSession } from '#client/session/session.ts'

type Dialog = ComponentType<{ book: Book; onClose(): void }>

/**
 * Buy Now, or why not. A link to the page for buying this copy; where there is room for it, a dialog with the same
 * form opens on the spot instead. Visitors go to the page, which sends them to sign in and has them back.
 */
export function BuyNow({ book, className }: { book: Book; className: string }) {
  const session = useSession()
  const isWide = useWideScreen()
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const opensHere = isWide && session.state !== 'signed-out'

  async function open() {
    try {
      const loaded = await import('./form/buy-now-with-queries.tsx')
      setDialog(() => loaded.default)
    } catch {
      toast('That didn’t load. Please check your internet connection...', 'error')
    }
  }

  function follow(event: MouseEvent) {
    if (!opensHere || opensElsewhere(event)) return
    event.preventDefault()
    void open()
  }

  const account = session.state === 'signed-in' ? session.account : null
  if (book.state !== 'unsold') return <p className="stamp">{book.state === 'sold' ? 'Sold' : 'Reserved'}</p>
  const may = account ? mayBuy(account, book) : 'yes'
  const reason = may === 'own_book' ? 'This is your listing' : book.isPaused && 'Not for sale right now'
  if (reason)
    return (
      <p className="flex min-h-11 flex-wrap items-center gap-x-3 font-semibold">
        <span>{reason}</span>
        {may === 'own_book' && (
          <Link to={`/dashboard/my-products/${book.id}/edit`} className="touchable">
            Edit
          </Link>
        )}
      </p>
    )
  if (account && may === 'wrong_role' && mayChangeRole(account) !== 'yes') return <NotForAdmins className={className} />
  return (
    <>
      <Link
        to={`/buy/${book.id}`}
        className={className}
        aria-label={`Buy Now: ${book.title}`}
        aria-haspopup={opensHere ? 'dialog' : undefined}
        onClick={follow}
      >
        Buy Now
      </Link>
      {Dialog && <Dialog book={book} onClose={() => setDialog(null)} />}
    </>
  )
}

function NotForAdmins({ className }: { className: string }) {
  return (
    <>
      <button type="button" className={className} disabled>
        Buy Now
      </button>
      <p className="mt-1 text-sm text-ink-2">Admins run the shop and can’t buy in it.</p>
    </>
  )
}
