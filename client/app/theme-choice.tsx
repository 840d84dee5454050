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
    <fieldset className="flex flex-wrap items-center gap-x-4 text-sm">
      <legend className="float-start me-4 font-semibold">Theme</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-1.5">
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="size-4 accent-link"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
