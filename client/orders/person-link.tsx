import { Link } from 'react-router'
import { href } from '#contract/href.ts'

/** Link to an account's page, for admins; a closed account has none. */
export function PersonLink({ person: { id, name } }: { person: { id: string; name: string | null } }) {
  if (name === null) return 'A closed account'
  return (
    <Link to={href('/dashboard/people/:accountId', id)} className="link touchable inline-block py-1 wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  )
}
