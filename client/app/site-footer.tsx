import { Link } from 'react-router'
import { ThemeChoice } from './theme-choice.tsx'

const columns = [
  {
    heading: 'Services',
    links: [
      { to: '/all-products', label: 'Buy a book' },
      { to: '/dashboard/add-product', label: 'Sell a book' },
      { to: '/products-categories', label: 'Browse by category' },
      { to: '/advertises', label: 'See advertised items' },
    ],
  },
  {
    heading: 'Company',
    links: [
      { to: '/about', label: 'About the club' },
      { to: '/how-buying-works', label: 'How buying works' },
      { to: '/how-selling-works', label: 'How selling works' },
      { to: '/contact', label: 'Contact' },
      { to: '/blogs', label: 'From the blog' },
    ],
  },
  {
    heading: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of use' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/imprint', label: 'Imprint' },
    ],
  },
]

/** The foot of every page: where else to go, and light or dark. */
export function SiteFooter({ name }: { name: string }) {
  return (
    <footer className="mt-16 border-t border-edge bg-sunk pt-10 pb-6">
      <div className="page link-columns">
        {columns.map(({ heading, links }) => (
          <nav key={heading} aria-labelledby={`footer-${heading}`}>
            <h2 id={`footer-${heading}`} className="small-heading mb-2 border-b border-edge pb-1 font-sans">
              {heading}
            </h2>
            <ul>
              {links.map(({ to, label }) => (
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
