import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * For a menu that scrolls sideways on a phone: its current entry is moved into its window, at once, and the page stays
 * where it is. `when`: whatever else brings or takes entries.
 */
export function useCurrentInView(when: string) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = menu.current?.querySelector('[aria-current=page]')
    if (!menu.current || !current) return
    const [window, entry] = [menu.current.getBoundingClientRect(), current.getBoundingClientRect()]
    if (entry.right > window.right) menu.current.scrollLeft += entry.right - window.right
    if (entry.left < window.left) menu.current.scrollLeft += entry.left - window.left
    // oxlint-disable-next-line react/exhaustive-deps -- they say when the menu has another current entry
  }, [pathname, when])
  return menu
}
