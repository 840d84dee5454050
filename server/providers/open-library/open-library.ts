import { z } from 'zod'
import { readUpTo } from '#server/files/read-up-to.ts'
import type { BookLookup, EditionFound } from '#server/ports/book-lookup.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

const TIMEOUT_MS = 2000
/** Concurrency limit, out of courtesy to a free service. */
const MOST_AT_ONCE = 4
/** Larger than any record of an edition. */
const MOST_BYTES = 512 * 1024

const named = z.object({ name: z.string() })
const keyed = z.object({ key: z.string() })
/** Fields of an edition's record that we use; see https://openlibrary.org/dev/docs/api/books. */
const details = z.object({
  title: z.string(),
  subtitle: z.string().optional(),
  authors: z.array(named).default([]),
  publishers: z.array(z.string()).default([]),
  publish_date: z.string().default(''),
  languages: z.array(keyed).default([]),
  physical_format: z.string().default(''),
})
const answer = z.record(z.string(), z.object({ details }))

interface Options {
  /** Base address: https://openlibrary.org, or another server with the same API. */
  api: string
  /** User agent, which Open Library asks for. */
  agent: string
  timeoutMs?: number
}

/** Book lookup by Open Library or a server with the same API. Connects with the first call. */
export function openLibrary({ api, agent, timeoutMs = TIMEOUT_MS }: Options): BookLookup {
  let underWay = 0
  return {
    async find(isbn) {
      if (underWay >= MOST_AT_ONCE) throw new ProviderError('Open Library is being asked for others')
      underWay += 1
      try {
        return await ask(addressOf(api, isbn), agent, timeoutMs)
      } catch (error) {
        throw new ProviderError('Open Library gave no answer that can be read', { cause: error })
      } finally {
        underWay -= 1
      }
    },
  }
}

function addressOf(api: string, isbn: string): URL {
  const address = new URL('/api/books', api)
  address.search = new URLSearchParams({ bibkeys: `ISBN:${isbn}`, format: 'json', jscmd: 'details' }).toString()
  return address
}

async function ask(address: URL, agent: string, timeoutMs: number): Promise<EditionFound | null> {
  const response = await fetch(address, {
    headers: { accept: 'application/json', 'user-agent': agent },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`It answered ${response.status}`)
  const [found] = Object.values(answer.parse(JSON.parse((await readUpTo(response, MOST_BYTES)).toString('utf8'))))
  return found ? editionOf(found.details) : null
}

function editionOf(found: z.infer<typeof details>): EditionFound {
  const { title, subtitle, authors, publishers, languages } = found
  return {
    title: subtitle ? `${title}: ${subtitle}` : title,
    author: authors.map(({ name }) => name).join(', '),
    publisher: publishers[0] ?? '',
    published: found.publish_date,
    language: languages[0]?.key.replace('/languages/', '') ?? '',
    binding: found.physical_format,
  }
}
