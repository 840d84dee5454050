import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { bookToWire } from '#contract/books/books.ts'
import type { MyBook } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import type { Draft } from '#client/forms/drafts/draft-storage.ts'
import { useSite } from '#client/ui/site.ts'
import { BookForm } from './book-form.tsx'
import { formTexts } from './form-texts.ts'
import { OwnBook } from './own-book.tsx'
import type { CopiedBook } from './use-book-draft.ts'

/** New-listing screen; `?like=` names a listing of the seller to copy. */
export default function AddBook() {
  const like = useSearchParams()[0].get('like')
  return like ? <OwnBook id={like}>{(book) => <Copy book={book} />}</OwnBook> : <Sheets copied={null} />
}

/** Copy of a listing, without its photos: they show the other copy. */
function Copy({ book }: { book: MyBook }) {
  const { currency } = useSite()
  const { book_img: _, ...texts } = formTexts(bookToWire(book), currency)
  return <Sheets copied={{ id: book.id, title: book.title, texts }} />
}

function Sheets({ copied }: { copied: CopiedBook | null }) {
  const [sheet, setSheet] = useState<{ number: number; discarded: Draft | null }>({ number: 0, discarded: null })
  const next = (discarded: Draft | null) => setSheet({ number: sheet.number + 1, discarded })
  return (
    <>
      <p className="mb-4 flex flex-wrap gap-x-6">
        <Link to={href('/dashboard/add-product/pile')} className="touchable inline-block py-1">
          Many books? Scan a pile
        </Link>
        <Link to={href('/dashboard/bring-list')} className="touchable inline-block py-1">
          Have a list? Bring it as a file
        </Link>
      </p>
      <BookForm
        key={sheet.number}
        copied={copied}
        isFirst={sheet.number === 0}
        discarded={sheet.discarded}
        onNewSheet={next}
      />
    </>
  )
}
