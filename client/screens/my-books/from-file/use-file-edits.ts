import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { editMyBooks, previewEdits, type Edited } from '#contract/books/edits-of-many.ts'
import { call } from '#client/api/call.ts'
import { batchesOf, refusedRow, sentOf, sortedEdits, undoingOf, type Edit, type SentEdit } from './file-edits.ts'
import { readFile, type BookFile, type RefusedRow } from './read-file.ts'

/** Progress in rows. */
interface Progress {
  done: number
  all: number
}

/** Parsed file with its preview. */
export interface Previewed {
  name: string
  file: BookFile
  changing: readonly Edit[]
  refused: readonly RefusedRow[]
  same: number
}

/** Result; `refused` are rows that were to change a book. */
export interface Outcome {
  changed: Edited['changed']
  refused: readonly RefusedRow[]
  isUndone: boolean
}
const nothingYet: Outcome = { changed: [], refused: [], isUndone: false }

/**
 * Parses, previews and applies a file, in batches. After a lost connection, saving again resumes; edits already applied
 * are not repeated.
 */
export function useFileEdits() {
  const [progress, setProgress] = useState<Progress>({ done: 0, all: 0 })
  const outcome = useRef(nothingYet)
  const sent = useRef(new Set<string>())

  const preview = useMutation({
    mutationFn: async (file: File): Promise<Previewed> => {
      ;[outcome.current, sent.current] = [nothingYet, new Set()]
      const read = await readFile(file)
      const edits = await previewAll(read, setProgress)
      const { changing, refused, same } = sortedEdits(edits)
      return { name: file.name, file: read, changing, same, refused: byLine([...read.refused, ...refused]) }
    },
  })
  const save = useMutation({
    mutationFn: async (changing: readonly Edit[]) => {
      const rows = new Map(changing.map(({ row, preview: { title } }) => [row.id, { row, title }]))
      await sendAll(changing.map(sentOf), sent.current, setProgress, (answer) => {
        const refused = answer.refused.flatMap(({ book, reason }) => {
          const one = rows.get(book)
          return one ? [refusedRow(one.row, one.title, reason)] : []
        })
        const before = outcome.current
        outcome.current = {
          ...before,
          changed: [...before.changed, ...answer.changed],
          refused: [...before.refused, ...refused],
        }
      })
      return outcome.current
    },
  })
  const undo = useMutation({
    mutationFn: async ({ changing, changed }: { changing: readonly Edit[]; changed: Edited['changed'] }) => {
      const rows = new Map(changing.map(({ row, preview: { title } }) => [row.id, { row, title }]))
      const taken: Edited = { changed: [], refused: [] }
      await sendAll(undoingOf(changing, changed), new Set(), setProgress, (answer) => {
        taken.changed.push(...answer.changed)
        taken.refused.push(...answer.refused)
      })
      const refused = taken.refused.map(({ book, reason }) => {
        const one = rows.get(book)!
        return refusedRow(one.row, one.title, reason)
      })
      return { changed: taken.changed, refused, isUndone: true }
    },
  })
  return { progress, preview, save, undo }
}

const byLine = (rows: RefusedRow[]) => rows.toSorted((one, other) => one.line - other.line)

async function previewAll({ rows }: BookFile, onProgress: (progress: Progress) => void): Promise<Edit[]> {
  const edits: Edit[] = []
  for (const batch of batchesOf(rows)) {
    onProgress({ done: edits.length, all: rows.length })
    const said = batch.map(({ id, says }) => ({ book: id, says }))
    // oxlint-disable-next-line no-await-in-loop -- one request at a time: a file is no reason to crowd the shop
    const answer = await call(previewEdits, { body: { rows: said } })
    edits.push(...answer.rows.map((preview, place) => ({ row: batch[place]!, preview })))
  }
  return edits
}

async function sendAll(
  edits: readonly SentEdit[],
  sent: Set<string>,
  onProgress: (progress: Progress) => void,
  onAnswer: (answer: Edited) => void,
): Promise<void> {
  for (const batch of batchesOf(edits.filter(({ book }) => !sent.has(book)))) {
    onProgress({ done: sent.size, all: edits.length })
    // oxlint-disable-next-line no-await-in-loop -- one request at a time: a file is no reason to crowd the shop
    const { changed, refused } = await call(editMyBooks, { body: { rows: batch } })
    const answered = new Set([...changed, ...refused].map(({ book }) => book))
    // Rows not named were applied before, by a request whose answer got lost.
    const again = batch.filter(({ book }) => !answered.has(book))
    onAnswer({
      refused,
      changed: [...changed, ...again.map(({ book, revision }) => ({ book, revision: revision + 1 }))],
    })
    for (const { book } of batch) sent.add(book)
  }
}
