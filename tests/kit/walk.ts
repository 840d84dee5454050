import type { TestServer } from '#tests/kit/test-server.ts'

/** Walks through a paged list by its Link headers, as a client does; `between` runs after each page. */
export async function walk(
  server: TestServer,
  path: string,
  token?: string,
  between?: () => Promise<unknown>,
): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let pages = 0
  for (let next: string | undefined = path; next !== undefined; pages += 1) {
    const { status, json, headers, text } = await server.send('GET', next, { token })
    if (status !== 200) throw new Error(text)
    ids.push(...(json as { _id?: string; id: string }[]).map(({ _id, id }) => _id ?? id))
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    await between?.()
  }
  return { ids, pages }
}

/** Public lists of books. */
export const PUBLIC_LISTS = [
  '/all-books?limit=100',
  '/all-books?limit=100&available=all',
  '/all-books?limit=100&sort=price',
  '/books/novel-book?limit=100',
  '/advertise',
]

/** Those that show a book. */
export async function listsWith({ send }: Pick<TestServer, 'send'>, book: string): Promise<string[]> {
  const lists = await Promise.all(PUBLIC_LISTS.map((path) => send('GET', `/api${path}`)))
  return PUBLIC_LISTS.filter((_, at) => (lists[at]!.json as { _id: string }[]).some(({ _id }) => _id === book))
}
