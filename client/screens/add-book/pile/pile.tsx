import { useState } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#client/session/use-account.ts'
import { useSite } from '#client/ui/site.ts'
import { PileForm } from './pile-form.tsx'
import { PileList } from './pile-list.tsx'
import { usePile } from './use-pile.ts'

/** Many books one after the other: scan, condition, price, next. Without a connection they wait in this browser. */
export default function PileScreen() {
  const { id } = useAccount()
  const { currency } = useSite()
  const pile = usePile(id, currency)
  const [count, setCount] = useState(0)
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">
        Scan a book, say its condition and price, and go on with the next one. It works without a connection, too. For
        one book with several photos use <Link to="/dashboard/add-product">Add A Product</Link>.
      </p>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PileForm
          key={count}
          isFirst={count === 0}
          accountId={id}
          onAdd={async (book, photo) => {
            await pile.add(book, photo)
            setCount(count + 1)
          }}
        />
        <PileList pile={pile} />
      </div>
    </>
  )
}
