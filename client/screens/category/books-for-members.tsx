import { countBooks, listBooksOfCategory } from '#contract/book-calls.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { MemberBookList } from '#client/books/members/member-book-list.tsx'
import { call, callPage } from '#client/api/call.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

/** A category where only members see it: the browser reads it, which visitors of an open catalogue needn't load. */
export default function BooksForMembers({
  category,
  ...words
}: {
  category: string
  errorWords: (message: string) => string
  emptyWords: string
}) {
  const params = { category_name: category }
  return (
    <SignedIn what="The list of books is for members, and signing in">
      <MemberBookList
        Action={BuyNow}
        name={category}
        read={(query, signal) => callPage(listBooksOfCategory, { params, query }, { signal })}
        count={(signal) => call(countBooks, { query: params }, { signal })}
        {...words}
      />
    </SignedIn>
  )
}
