import { Link } from 'react-router'
import type { Frame } from './frame.ts'
import { ThemeChoice } from './theme-choice.tsx'

// Of the specification, each with the menu of its name.
const columns = ['Services', 'Company', 'Legal'] as const

/** The foot of every page: where else to go, and light or dark. */
export function SiteFooter({ name, menus }: { name: string; menus: Frame['menus'] | undefined }) {
  return (
    <footer className="site-foot">
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
