import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'

/**
 * Follows plain links (`ui/plain-link.tsx`) and the head's search by the router; a book's cover goes along to its page.
 * The key `/` leads into the search, but where somebody types.
 */
export function usePlainLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-in-app]') : null
      const address = link?.getAttribute('href')
      if (!address || event.defaultPrevented || opensElsewhere(event)) return
      event.preventDefault()
      takeCoverAlong(link!)
      void navigate(address, { viewTransition: true })
    }
    const search = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement && form.matches('.search-box'))) return
      event.preventDefault()
      // Fields of text alone, as an address has them.
      const asked = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
      void navigate(`/search?${asked.toString()}`)
    }
    const leaving = new AbortController()
    document.addEventListener('click', follow, leaving)
    document.addEventListener('submit', search, leaving)
    document.addEventListener('keydown', goToSearch, leaving)
    return () => leaving.abort()
  }, [navigate])
}

function goToSearch(event: KeyboardEvent): void {
  const isTyped = event.target instanceof Element && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  document.querySelector<HTMLElement>('main [name=q], .search-box input')?.focus()
}

/** Two covers of one name would stop the transition: a page that has one of its own keeps it. */
function takeCoverAlong(link: Element): void {
  if (!link.matches(':is(h2, h3) > a') || document.querySelector('.moving-cover')) return
  link.closest('article')?.querySelector('.cover-shadow')?.classList.add('moving-cover')
}
