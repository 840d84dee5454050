import { useState } from 'react'
import { dropList } from '#contract/books/brought-lists.ts'
import { call } from '#client/api/call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { ChooseList } from './choose-list.tsx'
import { ImportStatus } from './import-status.tsx'
import { OneList } from './one-list.tsx'
import { stateOf } from './list-words.ts'
import { useBroughtList } from './use-brought-list.ts'
import { YourLists } from './your-lists.tsx'

/** Import of new books from a file: upload, check and correct, then listing in the background. */
export default function BringList() {
  const brought = useBroughtList()
  const { imports, running, rows, list } = brought
  // Focus management: the pressed button unmounts, so the next part takes the focus.
  const [hasActed, setHasActed] = useState(false)
  const [watched, setWatched] = useState('')
  if (running && running.id !== watched) setWatched(running.id)
  const seen = imports.data?.find(({ id }) => id === watched)
  const news = seen && stateOf(seen) !== 'taken back' ? seen : undefined

  async function refetch(takesFocus = true) {
    setHasActed(takesFocus)
    await brought.refetchImports()
    await brought.refetch()
  }
  async function drop() {
    await call(dropList, {})
    await refetch()
  }
  // A failed refetch leaves the list in place: there may be typed text below.
  const failed = imports.data ? list === undefined && !running && brought.error : imports.error
  const next = failed ? (
    <Retry key="next" error={failed} onRetry={() => void refetch()} />
  ) : running ? null : list === undefined ? (
    <Skeletons key="next" count={1} className="h-36" label="Loading your list" />
  ) : list === null ? (
    <ChooseList key="next" takesFocus={hasActed && !news} onBrought={() => refetch()} />
  ) : (
    <OneList
      key={list.fileName}
      list={list}
      change={brought.change}
      drop={drop}
      onListed={(importId) => {
        // A short import may finish before the first poll.
        if (importId) setWatched(importId)
        return refetch()
      }}
      takesFocus={hasActed}
    />
  )
  const lists = !brought.isFirstLoad && imports.data && imports.data.length > 0 && (
    <YourLists key="lists" imports={imports.data} onTakenBack={() => refetch(false)} />
  )
  return (
    <div className="grid grid-cols-1 gap-8">
      {news && <ImportStatus imported={news} rows={rows} takesFocus={hasActed} />}
      {/* What appears once an import has ended pushes nothing down. */}
      {news ? [lists, next] : [next, lists]}
    </div>
  )
}
