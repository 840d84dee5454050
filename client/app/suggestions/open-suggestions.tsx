import { createRoot, type Root } from 'react-dom/client'
import type { NavigateFunction } from 'react-router'
import type { Site } from '#contract/site.ts'
import { Suggestions } from './suggestions.tsx'

let opened: { box: HTMLInputElement; root: Root; place: HTMLElement } | null = null

/**
 * Turns the focused search box into a combobox, with its list inside the box's form. One combobox at a time. The frame
 * loads this module at the first focus.
 */
export function openSuggestions(box: HTMLInputElement, catalogue: Site['catalogue'], navigate: NavigateFunction): void {
  if (opened?.box === box || !box.form) return
  opened?.root.unmount()
  opened?.place.remove()
  const place = document.createElement('div')
  place.className = 'suggestions'
  box.form.append(place)
  const root = createRoot(place)
  opened = { box, root, place }
  root.render(<Suggestions box={box} catalogue={catalogue} navigate={navigate} />)
}
