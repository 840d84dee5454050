import { Link } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { menuOf } from '#client/session/menu.ts'

/** The menu's entries under the specification's prompt. */
export function Choices({ account }: { account: OwnAccount }) {
  return (
    <section aria-labelledby="choose">
      <h2 id="choose" className="small-heading border-b border-ink pb-1 font-sans">
        Please choose the right option
      </h2>
      <ul className="mt-1 columns-2 gap-4 md:max-xl:columns-3">
        {menuOf(account).map(({ to, label }) => (
          <li key={to} className="break-inside-avoid">
            <Link to={to} className="inline-flex min-h-11 items-center pointer-fine:min-h-8">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
