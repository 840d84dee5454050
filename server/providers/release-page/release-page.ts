import { z } from 'zod'
import { readUpTo } from '#server/files/read-up-to.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import type { Releases } from '#server/ports/releases.ts'

const TIMEOUT_MS = 10_000
/** Larger than any release with its notes. */
const MOST_BYTES = 1024 * 1024

const webAddress = z.url({ protocol: /^https?$/ })
/** Fields that we use; see https://docs.github.com/rest/releases/releases. */
const answer = z.object({ tag_name: z.string().regex(/^v?\d+\.\d+\.\d+$/), html_url: webAddress.nullish() })

interface Options {
  /** Address that answers as GitHub's `releases/latest` does. */
  url: string
  /** User agent, which GitHub asks for. */
  agent: string
  timeoutMs?: number
}

/** The newest release, as an address says it in the JSON of GitHub's API. Connects with the first call. */
export function releasePage({ url, agent, timeoutMs = TIMEOUT_MS }: Options): Releases {
  return {
    async findNewest() {
      try {
        const headers = { accept: 'application/json', 'user-agent': agent }
        const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
        if (!response.ok) throw new Error(`It answered ${response.status}`)
        const { tag_name, html_url } = answer.parse(JSON.parse((await readUpTo(response, MOST_BYTES)).toString('utf8')))
        return { version: tag_name.replace(/^v/, ''), page: html_url ?? null }
      } catch (error) {
        throw new ProviderError('The page of the newest version gave no answer that can be read', { cause: error })
      }
    },
  }
}
