import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { mayEdit } from '#contract/books/books.policy.ts'
import type { MyBook } from '#contract/books/my-book-calls.ts'
import { href } from '#contract/href.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { EditForm } from './edit-form.tsx'
import { OwnBook } from './own-book.tsx'

export default function EditBook() {
  const { bookId = '' } = useParams()
  return (
    <OwnBook key={bookId} id={bookId}>
      {(book) => <Editing opened={book} />}
    </OwnBook>
  )
}

function Editing({ opened }: { opened: MyBook }) {
  const [{ book, sheet }, setSheet] = useState({ book: opened, sheet: 0 })
  if (mayEdit(book) !== 'yes')
    return (
      <EmptyState words="This book is sold. Its listing stays as it was.">
        <Link to={`${href('/dashboard/add-product')}?like=${book.id}`} className="button">
          List another copy
        </Link>
      </EmptyState>
    )
  return <EditForm key={sheet} book={book} onStartOver={(fresh) => setSheet({ book: fresh, sheet: sheet + 1 })} />
}
