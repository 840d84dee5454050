import { useEffect } from 'react'

/** With less, the box goes to the top of what is to be seen. */
const LEAST_PX = 220
const MARGIN_PX = 8

/**
 * Keeps what opens below a box above a phone's keyboard: as high as there is room in what is to be seen, with the box
 * moved up where that would be too little. On a wide window the height is the style's.
 */
export function useRoomBelow(box: HTMLElement, sheet: { current: HTMLElement | null }, isOpen: boolean): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!isOpen || !view) return
    const fit = () => {
      const top = () => box.getBoundingClientRect().bottom - view.offsetTop
      if (view.height - top() < LEAST_PX) box.scrollIntoView({ block: 'start' })
      sheet.current?.style.setProperty('--room', `${Math.max(view.height - top() - MARGIN_PX, LEAST_PX / 2)}px`)
    }
    fit()
    view.addEventListener('resize', fit)
    return () => view.removeEventListener('resize', fit)
  }, [box, sheet, isOpen])
}
