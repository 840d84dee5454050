import lighthouse, { type Result } from 'lighthouse'
import { fetchCompressed } from '#tools/size/fetch-compressed.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

/** Result of one visit to a page. */
export interface Visit {
  /** 0 to 100. */
  scores: Record<Category, number>
  /** Milliseconds on a mid-range phone with a slow connection. */
  lcpMs: number
  tbtMs: number
  layoutShift: number
  /** Scripts that the page loads by itself, compressed. */
  scriptKb: number
  /** All fonts, and those requested before the first paint. */
  fontKb: number
  firstFontKb: number
  /** Audits that cost points. */
  complaints: string[]
  report: Result
}

/** Lighthouse failed to record the visit; the page isn't to blame. */
export class NotRecorded extends Error {
  override name = 'NotRecorded'
}

/** Visits a page once by Lighthouse's mobile preset, in the browser on `port`. */
export async function visitPage(url: string, port: number): Promise<Visit> {
  const run = await lighthouse(url, { port, logLevel: 'error', output: 'json', onlyCategories: [...categories] })
  if (!run) throw new Error(`Lighthouse gave nothing for ${url}`)
  const { lhr } = run
  if (lhr.runtimeError) throw new NotRecorded(`${url}: ${lhr.runtimeError.message}`)
  const number = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const urls = urlsOf(lhr)
  const preloads = await preloadsOf(url)
  return {
    scores: Object.fromEntries(
      categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
    ) as Record<Category, number>,
    lcpMs: number('largest-contentful-paint'),
    tbtMs: number('total-blocking-time'),
    layoutShift: number('cumulative-layout-shift'),
    scriptKb: await kilobytes(urls('Script')),
    fontKb: await kilobytes(urls('Font')),
    firstFontKb: await kilobytes(urls('Font').filter((font) => preloads.includes(font))),
    complaints: complaintsOf(lhr),
    report: lhr,
  }
}

/** Loaded URLs by resource type. */
function urlsOf(lhr: Result): (resourceType: string) => string[] {
  const { details } = lhr.audits['network-requests'] ?? {}
  if (details?.type !== 'table') throw new Error('Lighthouse tells no requests')
  const requests = details.items as unknown as { url: string; resourceType: string }[]
  return (wanted) => requests.filter(({ resourceType }) => resourceType === wanted).map(({ url }) => url)
}

async function preloadsOf(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text()
  return [...html.matchAll(/<link rel="preload" href="([^"]+)"/g)].map(([, href = '']) => new URL(href, page).href)
}

async function kilobytes(urls: string[]): Promise<number> {
  const sizes = await Promise.all(urls.map((url) => fetchCompressed(url)))
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

/** Each audit that cost points, with the elements or files it names. */
function complaintsOf(lhr: Result): string[] {
  return categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => {
        const audit = lhr.audits[id]
        return `${category}: ${audit?.title} ${audit?.displayValue ?? ''}`.trim()
      }),
  )
}
