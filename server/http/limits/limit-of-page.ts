import { PAGE_LIMIT, type PageLimit } from '#contract/request-limits.ts'
import { screens } from '#contract/screens.ts'

const limits = new Map(screens.map(({ path, limit }): [string, PageLimit] => [`/${path}`, limit ?? PAGE_LIMIT]))

/** What the page at an address may cost, or its data, which browsers load on their way from another one. */
export function limitOfPage(url: string): PageLimit {
  const [path = ''] = url.split('?', 1)
  return limits.get(path.replace(/(?:\.data)?\/*$/, '')) ?? PAGE_LIMIT
}
