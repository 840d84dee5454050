import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { DraftNote } from '#client/forms/drafts/draft-note.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { useSite } from '#client/ui/site.ts'
import { PileForm, type Sheet } from './pile-form.tsx'
import { PileList } from './pile-list.tsx'
import type { PiledBook } from './piled-books.ts'
import { usePile } from './use-pile.ts'

/** Current book of the form. */
interface Turn {
  number: number
  /** Refused book that is being edited. */
  changing: PiledBook | null
  start: Sheet | null
}

/** Bulk listing: scan, condition, price, next. Offline, books queue in this browser. */
export default function PileScreen() {
  const { id } = useAccount()
  const { currency } = useSite()
  const pile = usePile(id, currency)
  const [turn, setTurn] = useState<Turn>({ number: 0, changing: null, start: null })
  const now = useRef<Sheet>(null)
  /** Unfinished book, set aside while a refused book is edited. */
  const left = useRef<Sheet>(null)
  const { number, changing, start } = turn

  function next(changed: PiledBook | null) {
    const unfinished = left.current
    left.current = changed ? now.current : null
    setTurn({ number: number + 1, changing: changed, start: changed ?? unfinished })
  }
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">
        Scan a book, choose its condition and price, then go on with the next. You don’t need photos or descriptions,
        and it works offline, too. For one book with several photos, use{' '}
        <Link to={href('/dashboard/add-product')}>Add A Product</Link>.
      </p>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PileForm
          key={number}
          takesFocus={number > 0 && !changing}
          accountId={id}
          start={start}
          isChange={changing !== null}
          onTyped={(sheet) => {
            now.current = sheet
          }}
          submit={{ label: changing ? 'List this book' : 'Next book', pending: 'Adding…' }}
          onAdd={(book, typed, photo) => pile.add({ book, typed, photo }, changing)}
          onDone={() => next(null)}
        >
          {changing && (
            <DraftNote action="Leave it on the pile" onAct={() => next(null)} takesFocus>
              <bdi className="font-semibold wrap-anywhere">{changing.book.title}</bdi> wasn’t listed: {changing.refused}
            </DraftNote>
          )}
        </PileForm>
        <PileList pile={pile} onChange={changing ? null : next} />
      </div>
    </>
  )
}
