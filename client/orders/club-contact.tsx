import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { useSite } from '#client/ui/site.ts'

/** Email link to the club; `words` when part of a sentence. */
export function ClubContact({ words }: { words: string }) {
  const { contact } = useSite()
  return contact ? (
    <>
      {words}:{' '}
      <a href={`mailto:${contact}`} className="link">
        {contact}
      </a>
    </>
  ) : (
    <Link to={href('/contact')} className="link">
      {words}
    </Link>
  )
}
