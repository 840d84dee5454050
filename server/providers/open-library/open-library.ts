import { z } from 'zod'
import type { BookLookup, EditionFound } from '#server/ports/book-lookup.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

const TIMEOUT_MS = 2000
/** Requests under way at once: a club is a small guest there. */
const MOST_AT_ONCE = 4
/** No edition is described by more. */
const MOST_BYTES = 512 * 1024

const named = z.object({ name: z.string() })
const keyed = z.object({ key: z.string() })
/** As much of an edition's record as is used; see https://openlibrary.org/dev/docs/api/books. */
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
  /** Where it is: https://openlibrary.org, or another one that speaks its wire. */
  api: string
  /** Who asks, as it wishes to be told. */
  agent: string
  timeoutMs?: number
}

/** Open Library, or whoever speaks its wire. Nothing is contacted before the first call. */
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
  const [found] = Object.values(answer.parse(JSON.parse(await readText(response))))
  return found ? editionOf(found.details) : null
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MOST_BYTES) throw new Error('Its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
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
