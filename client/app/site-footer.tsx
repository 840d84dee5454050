import { Link } from 'react-router'
import type { Frame } from './frame.ts'
import { ThemeChoice } from './theme-choice.tsx'

const columns = [
  { heading: 'Services', menu: 'services' },
  { heading: 'Company', menu: 'company' },
  { heading: 'Legal', menu: 'legal' },
] as const

/** The foot of every page: where else to go, and light or dark. */
export function SiteFooter({ name, menus }: { name: string; menus: Frame['menus'] | undefined }) {
  return (
    <footer className="site-foot">
      <div className="page link-columns">
        {columns.map(({ heading, menu }) => (
          <nav key={heading} aria-labelledby={`footer-${heading}`}>
            <h2 id={`footer-${heading}`}>{heading}</h2>
            <ul>
              {menus?.[menu].map(({ to, label }) => (
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
