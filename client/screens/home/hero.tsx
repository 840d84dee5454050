import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '#client/session/session.ts'
import { HowItWorks } from './how-it-works.tsx'

// Only a buyer who is signed in needs it.
const OpenOrders = lazy(() => import('./open-orders.tsx'))

/** What the club is, set like the card at the front of a book; for buyers, what they have left open. */
export function Hero() {
  const session = useSession()
  const isBuyer = session.state === 'signed-in' && session.account.isBuyer
  return (
    <section aria-labelledby="welcome" className="grid items-center gap-10 sm:pt-4 md:grid-cols-[3fr_2fr]">
      <div>
        <h1 id="welcome" className="text-3xl leading-[1.1] sm:text-4xl">
          Good books deserve a second reader
        </h1>
        <p className="mt-5 max-w-[32rem] font-text text-lg">
          Buy used books from people near you, and pass on the ones you have read. One copy, one price, one real person
          selling it.
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to="/advertises" className="button-outline">
            See advertised items
          </Link>
          <Link to="/dashboard/add-product" className="button-outline">
            Sell a book
          </Link>
        </p>
      </div>
      {isBuyer ? (
        <Suspense fallback={<HowItWorks />}>
          <OpenOrders />
        </Suspense>
      ) : (
        <HowItWorks />
      )}
    </section>
  )
}
