import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import type { Order } from '#contract/orders/orders.ts'

interface BookLinkProps {
  order: Order
  look: string
  /** Truncates a long title: to three lines, in the rows of a narrow page to two. */
  isCut?: boolean
}

/** Title of an order's book, linked to its page while that exists. */
export function BookLink({ order: { book, isBookGone }, look, isCut = false }: BookLinkProps) {
  const title = isCut ? <span className="row-cut line-clamp-3">{book.title}</span> : book.title
  return isBookGone ? (
    <span dir="auto" className={look}>
      {title}
    </span>
  ) : (
    <Link to={bookPath({ id: book.id })} dir="auto" className={`link touchable ${look}`}>
      {title}
    </Link>
  )
}
