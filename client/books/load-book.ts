import type { RouterContextProvider } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import { readSection } from '#client/api/screen-services.ts'
import { notFound } from '#client/ui/not-found.ts'

/** Loads a book by id, for a loader: null where the read failed; throws a 404 where there is none. */
export async function loadBook(context: Readonly<RouterContextProvider>, id: string): Promise<Book | null> {
  const section = ID_PATTERN.test(id)
    ? await readSection(context, (reads) => reads.findBook(id))
    : ({ ok: true, value: null } as const)
  if (section.ok && section.value === null) notFound()
  return section.ok ? section.value : null
}
