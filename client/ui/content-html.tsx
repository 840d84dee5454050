import { useNavigate } from 'react-router'
import type { ContentPage } from '#contract/settings/content-page-calls.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

/** Markdown content, rendered by the server. Links to our own pages are routed on the client. */
export function ContentHtml({ html }: Pick<ContentPage, 'html'>) {
  const navigate = useNavigate()

  function follow(event: React.MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      !link ||
      opensElsewhere(event) ||
      link.origin !== window.location.origin ||
      link.pathname === window.location.pathname
    )
      return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside take keys, and Enter on one clicks it
  return <div className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}
