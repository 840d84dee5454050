import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Article } from '#contract/content-pages.ts'
import { copyText } from '#client/ui/share.ts'
import { ContentHtml } from '#client/ui/content-html.tsx'

interface BlogArticleProps {
  /** `day`: when it was published, in words: '21 Nov 2026'. */
  article: Article & { day: string | null }
}

/** Article, collapsed until it is opened, found by find-in-page, or linked to. */
export function BlogArticle({ article }: BlogArticleProps) {
  const { name, title, published, day, minutes, html } = article
  const details = useRef<HTMLDetailsElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (!details.current || hash !== `#${name}`) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [hash, name])
  return (
    <details
      ref={details}
      // Print styles: open articles, and the titles where none is open.
      className="sheet group print:break-inside-auto print:border-0 group-has-[[open]]/articles:not-open:print:hidden"
    >
      <summary className="flex items-baseline justify-between gap-4 p-4 group-open:border-b group-open:border-rule hover:bg-sunk sm:px-6 print:px-0">
        <div>
          <h2 className="text-xl">{title}</h2>
          <p className="mt-1 text-sm text-ink-2">
            {published && (
              <>
                <time dateTime={published}>{day}</time> ·{' '}
              </>
            )}
            {minutes} {minutes === 1 ? 'minute' : 'minutes'} to read
          </p>
        </div>
        <span aria-hidden="true" className="font-mono text-xl group-open:rotate-45 print:hidden">
          +
        </span>
      </summary>
      {/* Inside the details, so that the browser opens it for a link, even without scripts. */}
      <article id={name} className="p-4 sm:p-6 print:px-0">
        <ContentHtml html={html} />
        <ArticleLink name={name} title={title} />
      </article>
    </details>
  )
}

/** Permalink of the article, to follow or to copy. */
function ArticleLink({ name, title }: { name: string; title: string }) {
  const copy = () => copyText(new URL(`#${name}`, window.location.href).href, 'Link copied')
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-4 border-t border-rule pt-3 text-sm print:hidden">
      <a href={`#${name}`} className="inline-flex min-h-11 items-center">
        Link to this article
      </a>
      <button type="button" className="button-quiet" onClick={() => void copy()}>
        Copy link<span className="sr-only"> to “{title}”</span>
      </button>
    </p>
  )
}
