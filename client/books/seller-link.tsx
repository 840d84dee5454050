import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { PlainLink } from '#client/ui/plain-link.tsx'

/** Link to the seller's page; closed accounts have none. `onOneLine`: truncates a long name. */
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
