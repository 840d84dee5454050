import { countBooks, listBooks } from '#contract/book-calls.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { MemberBookList } from '#client/books/members/member-book-list.tsx'
import { call, callPage } from '#client/api/call.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

/** All books where only members see them: the browser reads them, which visitors of an open catalogue needn't load. */
export default function BooksForMembers(words: { errorWords: (message: string) => string; emptyWords: string }) {
  return (
    <SignedIn what="The list of books is for members, and signing in">
      <MemberBookList
        Action={BuyNow}
        name="all"
        read={(query, signal) => callPage(listBooks, { query }, { signal })}
        count={(signal) => call(countBooks, {}, { signal })}
        {...words}
      />
    </SignedIn>
  )
}
