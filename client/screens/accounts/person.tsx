import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { mayClose } from '#contract/accounts/accounts.policy.ts'
import { getPerson, type Person } from '#contract/accounts/people.ts'
import { restoreAccount, suspensionReasons, type Suspension } from '#contract/accounts/suspensions.ts'
import { href } from '#contract/href.ts'
import { call } from '#client/api/call.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { roleName } from '#client/session/role-words.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
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
import { ActionButton } from '#client/forms/action-button.tsx'
import { PersonListings } from './person-listings.tsx'
import { PersonOrders } from './person-orders.tsx'
import { PersonReports } from './person-reports.tsx'
import { SuspendPerson } from './suspend-person.tsx'

/** Admin's page of a person: account, activity, decisions and actions. */
export default function PersonScreen() {
  const { accountId = '' } = useParams()
  const person = useCall(getPerson, { params: { id: accountId } }, { staleTime: 0 })
  if (person.data) return <PersonPage key={accountId} person={person.data} />
  if (!person.isError) return <Skeletons count={3} className="h-40" label="Loading the person" />
  if (isRetryable(person.error)) return <Retry error={person.error} onRetry={() => void person.refetch()} />
  return (
    <EmptyState words="We can’t find that account. It may have been closed.">
      <Link to={href('/dashboard/people')} className="button">
        Go to People
      </Link>
    </EmptyState>
  )
}

function PersonPage({ person }: { person: Person }) {
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
        {suspension && <Suspended person={person} suspension={suspension} />}
        <PersonFacts person={person} />
        {!suspension && mayClose(own, person) === 'yes' && <SuspendPerson person={person} />}
        {!suspension && <ChangeAdmin key={person.role} person={person} />}
        {mayClose(own, person) === 'yes' && <ClosePerson person={person} />}
      </section>
      <section aria-labelledby="person-listings">
        <h2 id="person-listings" className="mb-3">
          Listings
        </h2>
        <PersonListings accountId={person.id} />
      </section>
      <PersonOrders accountId={person.id} side="buyer" />
      <PersonOrders accountId={person.id} side="seller" />
      <PersonReports accountId={person.id} side="about" />
      <PersonReports accountId={person.id} side="by" />
      <Decisions accountId={person.id} />
    </div>
  )
}

function Suspended({ person, suspension }: { person: Person; suspension: Suspension }) {
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
      <ActionButton
        repeats
        act={() => call(restoreAccount, { params: { id: person.id } })}
        label="Restore"
        pending="Restoring…"
        of={person.name}
      />
    </div>
  )
}

function PersonFacts({ person }: { person: Person }) {
  const { email, emailVerified, role, joinedAt, stats, mailRefusal } = person
  return (
    <dl className="facts">
      <Fact name="Email">
        <BreakableEmail text={email} /> <VerifiedBadge verified={emailVerified} />
      </Fact>
      {mailRefusal && (
        <Fact name="Emails come back">
          <LocalTime date={mailRefusal.at} />: <q className="wrap-anywhere">{mailRefusal.words}</q>
        </Fact>
      )}
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

/** Document title with the person's name, which the route doesn't know. */
function useDocumentTitle(title: string) {
  const { name } = useSite()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
