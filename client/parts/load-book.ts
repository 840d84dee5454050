import { data, type RouterContextProvider } from 'react-router'
import type { Book } from '#contract/books.ts'
import { readSection } from '#client/screen-services.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A book by the id in an address, for a loader: null where it could not be read; where there is none, throws a 404. */
export async function loadBook(context: Readonly<RouterContextProvider>, id: string): Promise<Book | null> {
  const section = ID.test(id)
    ? await readSection(context, (reads) => reads.findBook(id))
    : ({ ok: true, value: null } as const)
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  if (section.ok && section.value === null) throw data(null, { status: 404 })
  return section.ok ? section.value : null
}
