import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { payHow } from '#contract/orders/paid-how.ts'
import type { Site } from '#contract/site.ts'
import { useSite } from '#client/ui/site.ts'

const steps = [
  { mark: 'Find', text: 'Pick a copy. The card shows who is selling it, how old it is and where.' },
  { mark: 'Reserve', text: 'Press Buy Now and we’ll reserve the copy for you.' },
]
const meeting = (cards: Site['cards']) =>
  cards.mode === 'off'
    ? 'Arrange to meet, pay in cash, and take your book home.'
    : `Pay ${payHow(cards)}, arrange to meet, and take your book home.`

/** How buying works, styled as a library book's date slip. */
export function HowItWorks() {
  const meet = { mark: 'Meet', text: meeting(useSite().cards) }
  return (
    <section aria-labelledby="how" className="sheet mx-auto w-full max-w-4xl px-4 py-3">
      <h2 id="how" className="small-heading border-b border-ink pb-2 text-center font-sans">
        How it works
      </h2>
      <ol className="grid divide-rule max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {[...steps, meet].map(({ mark, text }) => (
          <li key={mark} className="grid grid-cols-[6rem_1fr] items-start gap-3 py-3 sm:grid-cols-1 sm:px-4">
            <span className="stamp mt-1 justify-self-start text-sm">{mark}</span>
            <span className="text-sm">{text}</span>
          </li>
        ))}
      </ol>
      <p className="border-t border-rule pt-3 text-center">
        <Link to={href('/dashboard/add-product')} className="button-outline">
          Sell a book
        </Link>
      </p>
    </section>
  )
}
