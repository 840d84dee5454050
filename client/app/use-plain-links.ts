import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'

/** Follows plain links (`ui/plain-link.tsx`) by the router; a book's cover goes along to its page. */
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
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

/** Two covers of one name would stop the transition: a page that has one of its own keeps it. */
function takeCoverAlong(link: Element): void {
  if (!link.matches(':is(h2, h3) > a') || document.querySelector('.moving-cover')) return
  link.closest('article')?.querySelector('.cover-shadow')?.classList.add('moving-cover')
}
