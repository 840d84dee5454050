import { useState } from 'react'
import type { Draft } from '#client/forms/drafts/kept-draft.ts'
import { BookForm } from './book-form.tsx'

export default function AddBook() {
  const [sheet, setSheet] = useState<{ number: number; discarded: Draft | null }>({ number: 0, discarded: null })
  const next = (discarded: Draft | null) => setSheet({ number: sheet.number + 1, discarded })
  return <BookForm key={sheet.number} isFirst={sheet.number === 0} discarded={sheet.discarded} onNewSheet={next} />
}
