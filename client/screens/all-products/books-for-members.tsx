import { countBooks, listBooks } from '#contract/book-calls.ts'
import { MemberShelf } from '#client/parts/member-shelf.tsx'
import { call, callPage } from '#client/server-calls/call.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

/** All books where only members see them: the browser reads them, which visitors of an open catalogue needn't load. */
export default function BooksForMembers(words: { errorWords: (message: string) => string; emptyWords: string }) {
  return (
    <SignedIn what="The list of books is for members, and signing in">
      <MemberShelf
        name="all"
        read={(query, signal) => callPage(listBooks, { query }, { signal })}
        count={(signal) => call(countBooks, {}, { signal })}
        {...words}
      />
    </SignedIn>
  )
}
