import { CLOSED_ACCOUNT } from '#contract/accounts/closed-accounts.ts'
import type { Book } from '#contract/books/books.ts'
import { PlainLink } from '#client/ui/plain-link.tsx'

/** Who sells, and the way to all that they sell; closed accounts have no page. */
export function SellerLink({ seller: { id, name } }: Pick<Book, 'seller'>) {
  if (name === CLOSED_ACCOUNT) return name
  return (
    <PlainLink to={`/sellers/${id}`} className="link touchable">
      {name}
    </PlainLink>
  )
}
