import { Link } from 'react-router'

/** The way to a person's page, for admins; a closed account has none. */
export function PersonLink({ person: { id, name } }: { person: { id: string; name: string | null } }) {
  if (name === null) return 'A closed account'
  return (
    <Link to={`/dashboard/people/${id}`} className="link touchable inline-block py-1 wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  )
}
