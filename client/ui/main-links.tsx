import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { useMainMenu } from './site.ts'

/** The main menu's links in a row, where the header has no room for them. `label` names the landmark. */
export function MainLinks({ label }: { label: string }) {
  return (
    <nav aria-label={label} className="main-links">
      <ul>
        {useMainMenu().map(({ to, label: name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        <li className="while-signed-in">
          <Link to={href('/dashboard')}>Dashboard</Link>
        </li>
      </ul>
    </nav>
  )
}
