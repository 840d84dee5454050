import { useSyncExternalStore } from 'react'
import { chooseTheme, currentTheme, subscribeToTheme, type Theme } from '#client/look/theme.ts'

const choices: readonly { value: Theme; label: string }[] = [
  { value: '', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the system does; kept in this browser. */
export function ThemeChoice() {
  const theme = useSyncExternalStore<Theme>(subscribeToTheme, currentTheme, () => '')
  return (
    <label className="inline-flex flex-wrap items-center gap-x-2 noscript:hidden">
      Theme
      <select
        value={theme}
        onChange={({ target }) => chooseTheme(target.value as Theme)}
        className="min-h-8 border border-edge bg-card px-1 text-ink pointer-coarse:min-h-11"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
