import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to the address's fragment (`#problems`) and focuses its heading, once client-rendered content is there. Finds
 * the part by that id, or by its heading's id.
 */
export function useFocusOnFragment(isThere: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!isThere || hash.length < 2) return
    const go = () => {
      const name = hash.slice(1)
      const heading = document.getElementById(`${name}-heading`) ?? document.getElementById(name)
      if (!heading) return
      heading.setAttribute('tabindex', '-1')
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: 'start' })
    }
    // Deferred until the frame has focused the page's heading.
    const timer = setTimeout(go)
    return () => clearTimeout(timer)
  }, [isThere, hash])
}
