import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Link by which a history entry was left: its address, and its index among links with that address. */
interface Left {
  href: string
  nth: number
}
const left = new Map<string, Left>()
/** Timeout for a page after Back to render its link. */
const FOCUS_TIMEOUT_MS = 5000

/**
 * Focus management after a navigation: the new page's heading; on the way back, the link by which the page was left.
 * The router restores scrolling.
 */
export function useFocusAfterNavigation(): void {
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const last = useRef(pathname)

  useEffect(() => {
    const remember = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      const href = link?.getAttribute('href')
      if (link && href) left.set(key, { href, nth: linksTo(href).indexOf(link) })
    }
    // Capture phase, to run before the router. Click instead of focus: some browsers don't focus a pressed link.
    document.addEventListener('click', remember, { capture: true })
    return () => document.removeEventListener('click', remember, { capture: true })
  }, [key])

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const place = isReturn ? left.get(key) : undefined
    if (place && focusOn(place)) return
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    return place && focusWhenThere(place)
  }, [pathname, key, isReturn])
}

const linksTo = (href: string) => [...document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`)]

function focusOn({ href, nth }: Left): boolean {
  const links = linksTo(href)
  const link = links[nth] ?? links[0]
  if (!link) return false
  link.focus({ preventScroll: true })
  const { top, bottom } = link.getBoundingClientRect()
  // Scroll restoration is by height, and content above the link may have been laid out since.
  if (bottom < 0 || top > window.innerHeight) link.scrollIntoView({ block: 'center' })
  return true
}

/** Retries focus as the page loads, until it times out or the reader presses a key or pointer. */
function focusWhenThere(place: Left): () => void {
  const observer = new MutationObserver(() => {
    if (focusOn(place)) stop()
  })
  const giveUp = new AbortController()
  const timer = setTimeout(() => stop(), FOCUS_TIMEOUT_MS)
  function stop() {
    observer.disconnect()
    giveUp.abort()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, { signal: giveUp.signal })
  return stop
}
