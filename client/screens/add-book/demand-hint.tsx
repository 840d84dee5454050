import { asIsbn13, plainIsbn } from '#contract/books/isbn.ts'
import { countLooking, MOST_LOOKING } from '#contract/wants/wanted.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import { useCall } from '#client/session/use-call.ts'
import { useDebouncedValue } from '#client/forms/use-debounced-value.ts'

/** Minimum length of a title: fewer letters match too many. */
const SHORTEST_TITLE = 3
const PAUSE_MS = 600

/** Number of people looking for this book, debounced while typing. Failures are ignored. */
export function DemandHint({ texts }: { texts: Texts }) {
  const title = (texts.book_name ?? '').trim()
  const asked = { title, author: (texts.book_writer ?? '').trim(), isbn: asIsbn13(plainIsbn(texts.isbn ?? '')) ?? '' }
  const query = useDebouncedValue(JSON.stringify(asked), PAUSE_MS)
  const { data } = useCall(
    countLooking,
    { query: JSON.parse(query) as typeof asked },
    {
      enabled: query === JSON.stringify(asked) && (asked.isbn !== '' || title.length >= SHORTEST_TITLE),
      placeholderData: (before) => before,
      retry: false,
      staleTime: 60_000,
    },
  )
  const people = title.length >= SHORTEST_TITLE || asked.isbn !== '' ? (data?.people ?? 0) : 0
  return (
    <p role="status" className="text-sm font-semibold text-ok empty:hidden">
      {people > 0 && `${wordsFor(people)} for this book. We’ll email them when you list it.`}
    </p>
  )
}

const wordsFor = (people: number) =>
  people === 1 ? '1 person is looking' : `${people}${people === MOST_LOOKING ? ' or more' : ''} people are looking`
