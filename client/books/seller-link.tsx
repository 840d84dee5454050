import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { PlainLink } from '#client/ui/plain-link.tsx'

/** Link to the seller's page; closed accounts have none. */
export function SellerLink({ seller: { id, name } }: Pick<Book, 'seller'>) {
  if (name === CLOSED_ACCOUNT) return name
  return (
    <PlainLink to={href('/sellers/:id', id)} className="link touchable">
      {name}
    </PlainLink>
  )
}
