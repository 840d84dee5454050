import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'
import { useSite } from '#client/ui/site.ts'

/**
 * Client-side routing of plain links (`ui/plain-link.tsx`), with a view transition for a book's cover. The key `/`, or
 * Ctrl-K also while typing, focuses the search; focusing a search box loads its suggestions.
 */
export function usePlainLinks(): void {
  const navigate = useNavigate()
  const { catalogue } = useSite()
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
      // A failed import leaves a plain search box.
      import('./suggestions/open-suggestions.tsx').then(
        ({ openSuggestions }) => openSuggestions(box, catalogue, navigate),
        () => {},
      )
    }
    const leaving = new AbortController()
    document.addEventListener('click', follow, leaving)
    document.addEventListener('keydown', goToSearch, leaving)
    document.addEventListener('focusin', suggest, leaving)
    return () => leaving.abort()
  }, [navigate, catalogue])
}

/** Search boxes: the header's and, where it exists, the page's own. */
const SEARCH = '[role=search][action] [type=search]'

function goToSearch(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  const isTyped = (target as Element).matches('input, textarea, select')
  const isCtrlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
  if (!isCtrlK && (key !== '/' || isTyped || ctrlKey || metaKey)) return
  event.preventDefault()
  ;[...document.querySelectorAll<HTMLElement>(SEARCH)].at(-1)?.focus()
}

/** Two covers with the same view-transition name would abort the transition: skip it where the page has its own. */
function takeCoverAlong(link: Element): void {
  if (!link.matches(':is(h2, h3) > a') || document.querySelector('.moving-cover')) return
  link.closest('article')?.querySelector('.cover-shadow')?.classList.add('moving-cover')
}
