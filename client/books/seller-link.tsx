import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { PlainLink } from '#client/ui/plain-link.tsx'

/** Who sells, and the way to all that they sell; closed accounts have no page. `onOneLine`: what has no room is cut. */
export function SellerLink({
  seller: { id, name },
  onOneLine = false,
}: Pick<Book, 'seller'> & { onOneLine?: boolean }) {
  const words = onOneLine ? <span className="block truncate">{name}</span> : name
  if (name === CLOSED_ACCOUNT) return words
  return (
    <PlainLink to={href('/sellers/:id', id)} className={`link touchable ${onOneLine ? 'block' : ''}`}>
      {words}
    </PlainLink>
  )
}
