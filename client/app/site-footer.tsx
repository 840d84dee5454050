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
    <footer className="mt-16 border-t border-edge bg-sunk pt-10 pb-6">
      <div className="page link-columns">
        {columns.map(({ heading, menu }) => (
          <nav key={heading} aria-labelledby={`footer-${heading}`}>
            <h2 id={`footer-${heading}`} className="small-heading mb-2 border-b border-edge pb-1 font-sans">
              {heading}
            </h2>
            <ul>
              {menus?.[menu].map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="text-sm text-ink-2">{name && `${name}: read it, pass it on.`}</p>
        <ThemeChoice />
      </div>
    </footer>
  )
}
