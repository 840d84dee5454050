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
