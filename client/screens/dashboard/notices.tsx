import { Link } from 'react-router'
import type { Notice } from '#contract/dashboard.ts'
import { href } from '#contract/href.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

const doctor = { to: href('/dashboard/doctor'), label: 'Open the health check' }
const places: Record<Notice['kind'], { to: string; label: string } | null> = {
  mail: { to: href('/dashboard/mails'), label: 'Send a test email' },
  webhook: doctor,
  disk: doctor,
  backups: doctor,
  release: null,
}

/** What fares badly with the shop, or is new, each with what to do behind one press; nothing where all is well. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null
  return (
    <section aria-label="About the shop" className="mb-6 border-s-4 border-warn bg-card px-4 py-1">
      {notices.map((notice) => (
        <OneNotice key={notice.found} notice={notice} />
      ))}
    </section>
  )
}

function OneNotice({ notice: { kind, found, since, advice, page } }: { notice: Notice }) {
  const place = places[kind]
  return (
    <details className="border-b border-rule last:border-b-0">
      <summary className="min-h-11 cursor-pointer py-2.5 wrap-anywhere">
        {found}
        {since && (
          <>
            {' '}
            Since <LocalTime date={since} />.
          </>
        )}
      </summary>
      <p className="wrap-anywhere">
        <strong>What to do:</strong> {advice}
      </p>
      <p className="mb-2">
        {place && (
          <Link to={place.to} className="link touchable inline-block py-1">
            {place.label}
          </Link>
        )}
        {page && (
          <a href={page} rel="noreferrer" className="link touchable inline-block py-1">
            What it brings
          </a>
        )}
      </p>
    </details>
  )
}
