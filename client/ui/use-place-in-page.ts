import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * For a page that is made in the browser: once it is there, shows the part that its address names (`#problems`) and
 * gives its heading the focus. The part is found by that id, or by the id of its heading.
 */
export function usePlaceInPage(isThere: boolean): void {
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
    // After the frame has given the focus to the page's own heading.
    const timer = setTimeout(go)
    return () => clearTimeout(timer)
  }, [isThere, hash])
}
