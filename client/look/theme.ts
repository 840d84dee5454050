import { THEME_STORAGE_KEY } from './before-paint.ts'

/** Empty: as the system has it. */
export type Theme = '' | 'light' | 'dark'

/** Calls the listener whenever the page's theme changes, whoever changes it. */
export function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme of this page, which the inline script has set from what was chosen earlier. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : ''
}

/** Sets the theme and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === '') {
    localStorage.removeItem(THEME_STORAGE_KEY)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(THEME_STORAGE_KEY, theme)
    document.documentElement.dataset.theme = theme
  }
}
