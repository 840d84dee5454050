import { useEffect, useState } from 'react'
import { THEME_STORAGE_KEY } from '#client/look/before-paint.ts'

const choices = [
  { value: '', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the system has it; kept in this browser. */
export function ThemeChoice() {
  const [theme, setTheme] = useState('')
  useEffect(() => setTheme(document.documentElement.dataset.theme ?? ''), [])

  function choose(value: string) {
    setTheme(value)
    if (value) {
      document.documentElement.dataset.theme = value
      localStorage.setItem(THEME_STORAGE_KEY, value)
    } else {
      delete document.documentElement.dataset.theme
      localStorage.removeItem(THEME_STORAGE_KEY)
    }
  }

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
            onChange={() => choose(value)}
            className="size-4 accent-link"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
