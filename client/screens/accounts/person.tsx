import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mayClose } from '#contract/accounts/accounts.policy.ts'
import { getPerson, type Person } from '#contract/accounts/people.ts'
import { restoreAccount, suspensionReasons, type Suspension } from '#contract/accounts/suspensions.ts'
import { call } from '#client/api/call.ts'
import { isWorthRepeating } from '#client/api/problem-error.ts'
import { roleName } from '#client/session/role-words.ts'
import { useAccount } from '#client/session/use-account.ts'
import { BreakableEmail } from '#client/ui/facts/breakable-email.tsx'
import { VerifiedBadge } from '#client/ui/facts/badge.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { ChangeAdmin } from './change-admin.tsx'
import { ClosePerson } from './close-person.tsx'
import { Decisions } from './person-decisions.tsx'
import { KeepersButton } from './keepers-button.tsx'
import { PersonListings } from './person-listings.tsx'
import { PersonOrders } from './person-orders.tsx'
import { PersonReports } from './person-reports.tsx'
import { SuspendPerson } from './suspend-person.tsx'

/** One person, as the club's keeper needs them: who they are, what they do here, what was decided, and what can be done. */
export default function PersonScreen() {
  const { accountId = '' } = useParams()
  const person = useQuery({
    queryKey: ['people', 'one', accountId],
    staleTime: 0,
    queryFn: ({ signal }) => call(getPerson, { params: { id: accountId } }, { signal }),
  })
  const queryClient = useQueryClient()
  const refresh = async () => {
    await Promise.all(['people', 'audit-log'].map((what) => queryClient.invalidateQueries({ queryKey: [what] })))
  }
  if (person.data) return <PersonPage key={accountId} person={person.data} refresh={refresh} />
  if (!person.isError) return <Skeletons count={3} className="h-40" label="Loading the person" />
  if (isWorthRepeating(person.error)) return <Retry error={person.error} onRetry={() => void person.refetch()} />
  return (
    <EmptyState words="There’s no such account. It may have been closed.">
      <Link to="/dashboard/people" className="button">
        Go to People
      </Link>
    </EmptyState>
  )
}

function PersonPage({ person, refresh }: { person: Person; refresh: () => Promise<void> }) {
  const { suspension } = person
  const own = useAccount()
  const name = person.name
  useDocumentTitle(name)
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="person-name" className="sheet grid gap-5 p-5 sm:p-6">
        <h2 id="person-name" className="wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        {suspension && <Suspended person={person} suspension={suspension} refresh={refresh} />}
        <PersonFacts person={person} />
        {!suspension && mayClose(own, person) === 'yes' && <SuspendPerson person={person} onDone={refresh} />}
        {!suspension && <ChangeAdmin key={person.role} person={person} onDone={refresh} />}
        {mayClose(own, person) === 'yes' && <ClosePerson person={person} />}
      </section>
      <section aria-labelledby="person-listings">
        <h2 id="person-listings" className="mb-3">
          Listings
        </h2>
        <PersonListings accountId={person.id} onDone={refresh} />
      </section>
      <PersonOrders accountId={person.id} side="buyer" />
      <PersonOrders accountId={person.id} side="seller" />
      <PersonReports accountId={person.id} side="about" />
      <PersonReports accountId={person.id} side="by" />
      <Decisions accountId={person.id} />
    </div>
  )
}

function Suspended(props: { person: Person; suspension: Suspension; refresh: () => Promise<void> }) {
  const { person, suspension, refresh } = props
  const { since, until, reason, note } = suspension
  return (
    <div className="grid gap-3 border-s-4 border-warn bg-sunk px-4 py-3">
      <p className="wrap-anywhere">
        <strong>Suspended</strong> since <LocalTime date={since} year />,{' '}
        {until ? (
          <>
            until <LocalTime date={until} year />
          </>
        ) : (
          'until an admin ends it'
        )}
        : {suspensionReasons[reason]}
        {note && <> (“{note}”)</>}
      </p>
      <KeepersButton
        act={async () => {
          await call(restoreAccount, { params: { id: person.id } })
          await refresh()
        }}
        label="Restore"
        pending="Restoring…"
        of={person.name}
      />
    </div>
  )
}

function PersonFacts({ person }: { person: Person }) {
  const { email, emailVerified, role, joinedAt, stats } = person
  return (
    <dl className="facts">
      <Fact name="Email">
        <BreakableEmail text={email} /> <VerifiedBadge verified={emailVerified} />
      </Fact>
      <Fact name="Role">{role === 'user' ? 'User, no role chosen yet' : roleName[role]}</Fact>
      <Fact name="Joined">
        <LocalTime date={joinedAt} year />
      </Fact>
      <Fact name="For sale">{String(stats.listings)}</Fact>
      <Fact name="Sold">{String(stats.sales)}</Fact>
      <Fact name="Bought">{String(stats.purchases)}</Fact>
      <Fact name="Unpaid orders">{String(stats.openOrders)}</Fact>
    </dl>
  )
}

/** The person's name is known only here; the route's own title stands until then. */
function useDocumentTitle(title: string) {
  const { name } = useSite()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
