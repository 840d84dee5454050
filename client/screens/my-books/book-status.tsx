import type { MyListing } from '#contract/books/my-book-calls.ts'
import { takeDownReasons } from '#contract/books/take-downs.ts'
import { ClubContact } from '#client/orders/club-contact.tsx'
import { Badge } from '#client/ui/facts/badge.tsx'

/** Sales status in words. A copy that is not for sale is never shown as advertised. */
export function BookStatus({ book }: { book: MyListing }) {
  const { takenDown } = book
  return takenDown ? (
    <span className="grid gap-1">
      <Stamp>Taken down</Stamp>
      <span className="max-w-[26ch] text-sm text-ink-2 wrap-anywhere">
        By the club: {takeDownReasons[takenDown.reason]}
        {takenDown.note && <> (“{takenDown.note}”)</>}. Only you can see it. Once you’ve put it right,{' '}
        <ClubContact words="write to us" />.
      </span>
    </span>
  ) : (
    <SalesStatus book={book} />
  )
}

function SalesStatus({ book }: { book: MyListing }) {
  if (book.state === 'sold') return <Stamp>Sold</Stamp>
  if (book.state === 'claimed')
    return (
      <span className="inline-grid justify-items-start gap-1">
        <Stamp>Reserved</Stamp>
        <span className="text-sm text-ink-2">not paid yet</span>
      </span>
    )
  return (
    <span className="inline-grid justify-items-start">
      <span>Unsold</span>
      {book.isPaused && <Badge kind="quiet">Paused</Badge>}
      {book.isAdvertised && <Badge kind="ok">Advertised</Badge>}
    </span>
  )
}

/** Stamp with its own width, in a cell that stretches its content. */
function Stamp({ children }: { children: string }) {
  return (
    <span>
      <span className="stamp text-sm">{children}</span>
    </span>
  )
}
