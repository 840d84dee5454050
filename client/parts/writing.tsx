import type { WrittenPage } from '#contract/site.ts'

/** What somebody wrote in Markdown, as the server rendered it. */
export function Writing({ html }: Pick<WrittenPage, 'html'>) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
