import { useEffect, useRef } from 'react'
import type { BroughtList } from '#contract/books/brought-lists.ts'
import { countOf } from '#contract/wording.ts'
import { DropList } from './drop-list.tsx'
import { ForAllBooks } from './for-all-books.tsx'
import { EncodingChoice } from './encoding-choice.tsx'
import { Preview } from './preview.tsx'
import type { ShownList } from './use-brought-list.ts'

interface OneListProps extends ShownList {
  drop: () => Promise<void>
  onListed: (importId: string) => Promise<void>
  takesFocus: boolean
}

/** Uploaded list: what is missing, and what would be listed. */
export function OneList({ list, change, drop, onListed, takesFocus }: OneListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const preview = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const { look, problem } = list
  const isUnfiltered = look?.missing.length === 0
  const wasWhole = useRef(isUnfiltered)
  useEffect(() => {
    // Focus management: the form with the missing facts has collapsed.
    if (isUnfiltered && !wasWhole.current) preview.current?.focus()
    wasWhole.current = isUnfiltered
  }, [isUnfiltered])
  async function changeLetters(how: Parameters<typeof change>[0]) {
    const fresh = await change(how)
    heading.current?.focus()
    return fresh
  }
  return (
    <section aria-labelledby="list-heading" className="grid grid-cols-1 gap-6">
      <div>
        <h2 ref={heading} id="list-heading" tabIndex={-1} className="text-xl wrap-anywhere">
          <bdi>{list.fileName}</bdi>
        </h2>
        <div className="flex flex-wrap items-center gap-x-4">
          <p role="status">{look ? `${countOf(look.rows, 'row')} read.` : 'This file can’t be read yet.'}</p>
          <DropList fileName={list.fileName} corrected={list.corrected} drop={drop} />
        </div>
        {problem && (
          <p className="max-w-measure border-s-3 border-stamp bg-sunk px-4 py-2 wrap-anywhere">{problem.words}</p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-1">
        <EncodingChoice list={list} change={changeLetters} />
        {(look || isGivenWrong(list)) && (
          <ForAllBooks key={look?.missing.join() ?? 'unread'} list={list} change={change} />
        )}
      </div>
      {look && isUnfiltered && (
        <Preview heading={preview} list={list} look={look} change={change} onListed={onListed} />
      )}
    </section>
  )
}

/** Whether a default is outdated, such as a deleted category; encodings are checked elsewhere. */
const isGivenWrong = ({ given, problem }: BroughtList) =>
  Object.keys(given).length > 0 && problem?.readings.length === 0
