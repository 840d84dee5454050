import { useEffect, useState, type ComponentType, type MouseEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Book } from '#contract/books.ts'
import { toast } from '#client/parts/notice-store.ts'
import { useSession } from '#client/session/session.ts'

type Dialog = ComponentType<{ book: Book; onClose(): void }>

/**
 * Buy Now, or why not. A link to the book's page, which is where it leads without scripts; with them it opens the
 * dialog on the spot. `fromAddress`: the page's own address may ask for the dialog with `?buy=1`.
 */
export function BuyNow({
  book,
  className,
  fromAddress = false,
}: {
  book: Book
  className: string
  fromAddress?: boolean
}) {
  const session = useSession()
  const [Dialog, setDialog] = useState<Dialog | null>(null)

  async function open() {
    try {
      const loaded = await import('./buy-now-with-queries.tsx')
      setDialog(() => loaded.default)
    } catch {
      toast('That did not load. Please check your internet connection...', 'error')
    }
  }
  useAskedFor(fromAddress && book.state === 'unsold', open)

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void open()
  }

  const account = session.state === 'signed-in' ? session.account : null
  if (book.state !== 'unsold') return <p className="stamp">{book.state === 'sold' ? 'Sold' : 'Reserved'}</p>
  if (account?.id === book.seller.id) return <p className="flex min-h-11 items-center font-semibold">Your book</p>
  if (account?.role === 'admin') return <NotForAdmins className={className} />
  return (
    <>
      <Link
        to={`/advertise/${book.id}?buy=1`}
        className={`${className} no-underline!`}
        aria-label={`Buy Now: ${book.title}`}
        aria-haspopup="dialog"
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
      <p className="mt-1 text-sm text-ink-2">Admins look after the shop and don’t buy in it.</p>
    </>
  )
}

/** Opens once for `?buy=1`, which then leaves the address: a reload is not a second request. */
function useAskedFor(mayOpen: boolean, open: () => Promise<void>) {
  const [search, setSearch] = useSearchParams()
  const asked = mayOpen && search.get('buy') === '1'
  useEffect(() => {
    if (!asked) return
    search.delete('buy')
    setSearch(search, { replace: true, preventScrollReset: true })
    void open()
    // oxlint-disable-next-line react/exhaustive-deps -- once per question, not per rendering
  }, [asked])
}
