import { createRoot, type Root } from 'react-dom/client'
import type { NavigateFunction } from 'react-router'
import { Suggestions } from './suggestions.tsx'

let opened: { box: HTMLInputElement; root: Root; place: HTMLElement } | null = null

/**
 * Turns a search box that has the focus into a combobox: what is suggested stands below it, in its form. One at a time:
 * the box that somebody was in before is a plain one again. The frame loads this when a box is gone into for the first time.
 */
export function openSuggestions(box: HTMLInputElement, cataloguePublic: boolean, navigate: NavigateFunction): void {
  if (opened?.box === box || !box.form) return
  opened?.root.unmount()
  opened?.place.remove()
  const place = document.createElement('div')
  place.className = 'suggestions'
  box.form.append(place)
  const root = createRoot(place)
  opened = { box, root, place }
  root.render(<Suggestions box={box} cataloguePublic={cataloguePublic} navigate={navigate} />)
}
