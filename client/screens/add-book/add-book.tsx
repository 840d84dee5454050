import { useState } from 'react'
import { titled } from '#client/ui/site.ts'
import { RoleOnly } from '#client/session/role-only.tsx'
import type { Draft } from './draft.ts'
import { BookForm } from './book-form.tsx'

export const meta = titled('Add A Product')

export default function AddProductScreen() {
  const [sheet, setSheet] = useState<{ number: number; discarded: Draft | null }>({ number: 0, discarded: null })
  const next = (discarded: Draft | null) => setSheet({ number: sheet.number + 1, discarded })
  return (
    <>
      <h1 className="mb-6">Add A Product</h1>
      <RoleOnly role="seller">
        <BookForm key={sheet.number} isFirst={sheet.number === 0} discarded={sheet.discarded} onNewSheet={next} />
      </RoleOnly>
    </>
  )
}
