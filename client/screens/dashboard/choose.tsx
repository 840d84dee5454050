import { useRef } from 'react'
import { Link } from 'react-router'
import { getDashboard, type Dashboard } from '#contract/dashboard.ts'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { memberName } from '#contract/wording.ts'
import { RoleChoice } from '#client/session/role-choice.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { Checklist } from './checklist/checklist.tsx'
import { Choices } from './choices.tsx'
import { Notices } from './notices.tsx'
import { Numbers } from './numbers.tsx'
import { News } from './news.tsx'
import { Summary } from './summary.tsx'
import { TaskRows } from '#client/tasks/task-rows.tsx'

/** Dashboard's first page: what waits for its reader, then what is new; the menu's choices beside or below. */
export default function Choose() {
  const account = useAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isError, refetch } = useCall(getDashboard, {}, { staleTime: 0 })
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-2">
        Dashboard
      </h1>
      {/* Focus management: the answered question unmounts. */}
      {account.role === 'user' && <FirstQuestion account={account} onChosen={() => heading.current?.focus()} />}
      {data ? (
        <Loaded dashboard={data} account={account} />
      ) : isError ? (
        <div className="grid gap-8">
          <Retry words="We couldn’t load what’s waiting for you." onRetry={() => void refetch()} />
          <Choices account={account} />
        </div>
      ) : (
        // Nothing stands below until all of it is there, so nothing moves.
        <Skeletons count={4} className="h-24" label="Loading what’s waiting for you" />
      )}
    </>
  )
}

function Loaded({ dashboard, account }: { dashboard: Dashboard; account: OwnAccount }) {
  const { club } = dashboard
  return (
    <>
      <Summary dashboard={dashboard} />
      <Notices notices={dashboard.notices} />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-10">
        <div className="grid min-w-0 content-start gap-8">
          {dashboard.rows.length > 0 ? <TaskRows dashboard={dashboard} /> : <NothingWaits account={account} />}
          <News dashboard={dashboard} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          {club && <Checklist entries={club.checklist} accountId={account.id} />}
          <Numbers dashboard={dashboard} />
          <Choices account={account} />
        </div>
      </div>
    </>
  )
}

function FirstQuestion({ account, onChosen }: { account: OwnAccount; onChosen: () => void }) {
  return (
    <div className="sheet mt-4 mb-8 p-5">
      <RoleChoice onChosen={onChosen} />
      {account.name === '' && (
        <p className="mt-4">
          Others see you as {memberName(account)}. <Link to={`${href('/dashboard/account')}#name`}>Add your name</Link>
        </p>
      )}
    </div>
  )
}

const nextThings = {
  user: { to: href('/all-products'), label: 'Look around' },
  buyer: { to: href('/all-products'), label: 'Find a book' },
  seller: { to: href('/dashboard/add-product'), label: 'List a book' },
  admin: { to: href('/dashboard/figures'), label: 'See the figures' },
}

function NothingWaits({ account: { role } }: { account: OwnAccount }) {
  const { to, label } = nextThings[role]
  return (
    <section
      aria-label="What’s waiting for you"
      className="sheet flex flex-wrap items-center justify-between gap-4 p-5"
    >
      <p className="font-display text-lg">Nothing is waiting for you.</p>
      <Link to={to} className="button-outline">
        {label}
      </Link>
    </section>
  )
}
