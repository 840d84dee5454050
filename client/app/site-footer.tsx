import { Link } from 'react-router'
import { useSyncExternalStore } from 'react'
import { chooseTheme, currentTheme, subscribeToTheme, type Theme } from '#client/look/theme.ts'
import { MainLinks } from '#client/ui/main-links.tsx'
import type { Frame } from './frame.ts'

// Columns of the specification, each with the menu of its name.
const columns = ['Services', 'Company', 'Legal'] as const

/** Page footer: link columns and the theme choice. */
export function SiteFooter({ name, menus }: { name: string; menus: Frame['menus'] | undefined }) {
  return (
    <footer className="site-foot">
      <div className="page md:hidden">
        <MainLinks label="Main" />
      </div>
      <div className="page link-columns">
        {columns.map((heading) => (
          <nav key={heading} aria-labelledby={`footer-${heading}`}>
            <h2 id={`footer-${heading}`}>{heading}</h2>
            <ul>
              {menus?.[heading.toLowerCase() as Lowercase<typeof heading>].map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <ThemeChoice />
          <p className="max-sm:hidden">{name && `${name}: read it, pass it on.`}</p>
        </div>
      </div>
    </footer>
  )
}

const choices: readonly { value: Theme; label: string }[] = [
  { value: '', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Theme choice: light, dark or system; stored in this browser. */
function ThemeChoice() {
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
