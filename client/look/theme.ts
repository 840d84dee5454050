import { THEME_STORAGE_KEY } from './before-paint.ts'

/** Theme; empty for the system's. */
export type Theme = '' | 'light' | 'dark'

/** Calls the listener whenever the page's theme changes. */
export function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Theme of this page, set from local storage by the inline script. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : ''
}

/** Sets the theme and stores it in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === '') {
    localStorage.removeItem(THEME_STORAGE_KEY)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(THEME_STORAGE_KEY, theme)
    document.documentElement.dataset.theme = theme
  }
}
