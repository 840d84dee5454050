import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'
import { useSite } from '#client/ui/site.ts'

/**
 * Follows plain links (`ui/plain-link.tsx`) by the router; a book's cover goes along to its page. The key `/` leads into
 * the search, but where somebody types; a search that is gone into brings its suggestions.
 */
export function usePlainLinks(): void {
  const navigate = useNavigate()
  const { cataloguePublic } = useSite()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-in-app]') : null
      const address = link?.getAttribute('href')
      if (!address || event.defaultPrevented || opensElsewhere(event)) return
      event.preventDefault()
      const viewTransition = !matchMedia('(prefers-reduced-motion: reduce)').matches
      if (viewTransition) takeCoverAlong(link!)
      void navigate(address, { viewTransition })
    }
    const suggest = (event: FocusEvent) => {
      const box = event.target as HTMLInputElement
      if (!box.matches(SEARCH)) return
      // Whoever can't load it has a plain box.
      import('./suggestions/open-suggestions.tsx').then(
        ({ openSuggestions }) => openSuggestions(box, cataloguePublic, navigate),
        () => {},
      )
    }
    const leaving = new AbortController()
    document.addEventListener('click', follow, leaving)
    document.addEventListener('keydown', goToSearch, leaving)
    document.addEventListener('focusin', suggest, leaving)
    return () => leaving.abort()
  }, [navigate, cataloguePublic])
}

/** The boxes of the search: the head's and, where it has one, the page's own. */
const SEARCH = '[role=search][action] [type=search]'

function goToSearch(event: KeyboardEvent): void {
  const isTyped = (event.target as Element).matches('input, textarea, select')
  if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  ;[...document.querySelectorAll<HTMLElement>(SEARCH)].at(-1)?.focus()
}

/** Two covers of one name would stop the transition: a page that has one of its own keeps it. */
function takeCoverAlong(link: Element): void {
  if (!link.matches(':is(h2, h3) > a') || document.querySelector('.moving-cover')) return
  link.closest('article')?.querySelector('.cover-shadow')?.classList.add('moving-cover')
}
