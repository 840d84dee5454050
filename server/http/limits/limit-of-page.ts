import { PAGE_LIMIT, type PageLimit } from '#contract/request-limits.ts'
import { screens } from '#contract/screens.ts'

const limits = new Map(screens.map(({ path, limit }): [string, PageLimit] => [`/${path}`, limit ?? PAGE_LIMIT]))

/** Limit of the page at an address; also for its `.data`, which browsers load on client-side navigation. */
export function limitOfPage(url: string): PageLimit {
  const [path = ''] = url.split('?', 1)
  return limits.get(path.replace(/(?:\.data)?\/*$/, '')) ?? PAGE_LIMIT
}
