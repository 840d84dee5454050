import { useState, type ComponentType, type MouseEvent, useSyncExternalStore } from 'react'
import { mayChangeRole } from '#contract/accounts/accounts.policy.ts'
import { mayBuy } from '#contract/books/books.policy.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { toast } from '#client/ui/notice-store.ts'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'
import { PlainLink } from '#client/ui/plain-link.tsx'
import { useSignedInAccount, currentSession, subscribeToSession } from '#client/session/session.ts'

type Dialog = ComponentType<{ book: Book; onClose(): void }>

/**
 * Buy Now button, or the reason why not. A link to the buying page; on wide screens it opens a dialog with the same
 * form. Visitors go to the page, which sends them to sign in and back.
 */
export function BuyNow({ book, className }: { book: Book; className: string }) {
  const account = useSignedInAccount()
  const opensHere = useOpensDialog()
  const [Dialog, setDialog] = useState<Dialog | null>(null)

  async function open() {
    try {
      const loaded = await import('./form/buy-now-with-queries.tsx')
      setDialog(() => loaded.default)
    } catch {
      toast('That didn’t load. Please check your internet connection...', 'error')
    }
  }

  function follow(event: MouseEvent) {
    if (!mayOpenDialog() || opensElsewhere(event)) return
    event.preventDefault()
    void open()
  }

  if (book.state !== 'unsold') return <p className="stamp">{book.state === 'sold' ? 'Sold' : 'Reserved'}</p>
  const may = account ? mayBuy(account, book) : 'yes'
  const reason = may === 'own_book' ? 'This is your listing' : book.isPaused && 'Not for sale right now'
  if (reason)
    return (
      <p className="flex min-h-11 flex-wrap items-center gap-x-3 font-semibold">
        <span>{reason}</span>
        {may === 'own_book' && (
          <PlainLink to={href('/dashboard/my-products/:bookId/edit', book.id)} className="touchable">
            Edit
          </PlainLink>
        )}
      </p>
    )
  if (account && may === 'wrong_role' && mayChangeRole(account) !== 'yes') return <NotForAdmins className={className} />
  return (
    <>
      <PlainLink
        to={href('/buy/:bookId', book.id)}
        className={className}
        aria-label={`Buy Now: ${book.title}`}
        aria-haspopup={opensHere ? 'dialog' : undefined}
        onClick={follow}
      >
        Buy Now
      </PlainLink>
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
      <p className="mt-1 text-sm text-ink-2">Admins can’t buy books. Use another account for that.</p>
    </>
  )
}

// Breakpoint of a dialog: where a table's cards become rows.
const QUERY = '(width >= 40rem)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', changed)
  const leave = subscribeToSession(changed)
  return () => {
    query.removeEventListener('change', changed)
    leave()
  }
}

/** Whether to open a dialog: on wide screens, and not for visitors, who go to sign in first. */
const mayOpenDialog = (): boolean => currentSession().state !== 'signed-out' && window.matchMedia(QUERY).matches

/** Same for a signed-in member, as a hook; false during hydration and until the session is known. */
function useOpensDialog(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => currentSession().state === 'signed-in' && mayOpenDialog(),
    () => false,
  )
}
