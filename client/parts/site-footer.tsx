import { Link } from 'react-router'
import { ThemeChoice } from './theme-choice.tsx'

const columns = [
  {
    heading: 'Services',
    links: [
      { to: '/all-products', label: 'Buy a book' },
      { to: '/dashboard/add-product', label: 'Sell a book' },
      { to: '/products-categories', label: 'Browse by category' },
      { to: '/advertises', label: 'See what is advertised' },
    ],
  },
  {
    heading: 'Company',
    links: [
      { to: '/about', label: 'About the club' },
      { to: '/contact', label: 'Contact' },
      { to: '/blogs', label: 'From the blog' },
    ],
  },
  {
    heading: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of use' },
      { to: '/privacy', label: 'Privacy' },
    ],
  },
]

/** The foot of every page: where else to go, and light or dark. */
export function SiteFooter({ name }: { name: string }) {
  return (
    <footer className="mt-10 border-t border-edge bg-sunk py-8">
      <div className="page grid gap-8 sm:grid-cols-3">
        {columns.map(({ heading, links }) => (
          <nav key={heading} aria-labelledby={`footer-${heading}`}>
            <h2 id={`footer-${heading}`} className="small-caps mb-1 font-sans">
              {heading}
            </h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="link inline-block py-1.5">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-rule pt-4">
        <p className="text-sm text-ink-2">{name && `${name}: read, pass on, read again.`}</p>
        <ThemeChoice />
      </div>
    </footer>
  )
}
