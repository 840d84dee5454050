import { THEME_STORAGE_KEY } from './before-paint.ts'

/** Empty: as the system has it. */
export type Theme = '' | 'light' | 'dark'

const listeners = new Set<() => void>()

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme of this page, which the inline script has set from what was chosen earlier. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : ''
}

/** Sets the theme and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === '') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(THEME_STORAGE_KEY)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(THEME_STORAGE_KEY, theme)
  }
  for (const listener of listeners) listener()
}
