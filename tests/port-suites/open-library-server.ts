import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Recorded at Open Library: /api/books?bibkeys=ISBN:…&jscmd=details&format=json, without what it says of itself. */
export const RECORDED = {
  isbn: '9780385472579',
  details: {
    publishers: ['Anchor Books'],
    number_of_pages: 159,
    subtitle: 'shouts of nothingness',
    contributors: [{ role: 'Translator', name: 'Chan shuo' }],
    isbn_10: ['0385472579'],
    pagination: '159 p. :',
    covers: [240726],
    latest_revision: 10,
    key: '/books/OL1397864M',
    authors: [{ key: '/authors/OL223368A', name: 'Zhizhong Cai' }],
    publish_places: ['New York'],
    title: 'Zen speaks',
    identifiers: { librarything: ['192819'], goodreads: ['979250'] },
    created: { type: '/type/datetime', value: '2008-04-01T03:28:50.625462' },
    languages: [{ key: '/languages/eng' }],
    publish_date: '1994',
    publish_country: 'nyu',
    works: [{ key: '/works/OL1866073W' }],
    type: { key: '/type/edition' },
    revision: 10,
  },
}

/** Speaks Open Library's wire on this machine: knows the recorded book, unless told to answer otherwise. */
export async function startOpenLibrary() {
  const asked: string[] = []
  let answer: ((response: ServerResponse) => void) | null = null
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const key = searchParams.get('bibkeys') ?? ''
    asked.push(key)
    if (answer) return answer(response)
    const isKnown = key === `ISBN:${RECORDED.isbn}` && searchParams.get('jscmd') === 'details'
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(isKnown ? { [key]: { bib_key: key, preview: 'noview', details: RECORDED.details } } : {}),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** From now on; null: as recorded. */
    answers: (how: typeof answer) => void (answer = how),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
