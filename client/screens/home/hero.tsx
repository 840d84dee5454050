import { Link } from 'react-router'

/** What the club is, set like the card at the front of a book. */
export function Hero() {
  return (
    <section aria-labelledby="welcome" className="grid items-center gap-10 md:grid-cols-[3fr_2fr]">
      <div>
        <h1 id="welcome" className="text-3xl sm:text-4xl sm:leading-[1.1]">
          Good books deserve a second reader
        </h1>
        <p className="mt-4 max-w-measure font-text text-lg">
          Buy used books from people near you, and pass on the ones you have read. One copy, one price, one person at
          the other end.
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to="/advertises" className="button-outline no-underline!">
            See advertised items
          </Link>
          <Link to="/dashboard/add-product" className="button-outline no-underline!">
            Sell a book
          </Link>
        </p>
      </div>
      <DateDueSlip />
    </section>
  )
}

const steps = [
  { mark: 'FIND', text: 'A copy you like. The seller’s name, the years of use and the place are on its card.' },
  { mark: 'HOLD', text: 'Press Buy Now: the copy is set aside for you, and for nobody else.' },
  { mark: 'MEET', text: 'Pay by card, agree on a place, and take your book home.' },
]

/** How buying works, in the form of the slip that used to be glued into library books. */
function DateDueSlip() {
  return (
    <div className="sheet mx-auto w-full max-w-sm rotate-1 p-5">
      <h2 className="small-caps border-b border-ink pb-2 text-center font-sans">How it works</h2>
      <ol>
        {steps.map(({ mark, text }) => (
          <li
            key={mark}
            className="grid grid-cols-[4.5rem_1fr] items-start gap-3 border-b border-rule py-3 last:border-0"
          >
            <span className="stamp mt-1 justify-self-start text-sm">{mark}</span>
            <span className="text-sm">{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
