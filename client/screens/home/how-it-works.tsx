const steps = [
  { mark: 'Find', text: 'A copy you like. The seller’s name, the years of use and the place are on its card.' },
  { mark: 'Hold', text: 'Press Buy Now: the copy is set aside for you, and for nobody else.' },
  { mark: 'Meet', text: 'Pay by card, agree on a place, and take your book home.' },
]

/** How buying works, in the form of the slip that used to be glued into library books. */
export function HowItWorks() {
  return (
    <div className="sheet mx-auto w-full max-w-sm rotate-1 p-5">
      <h2 className="small-caps border-b border-ink pb-2 text-center font-sans">How it works</h2>
      <ol>
        {steps.map(({ mark, text }) => (
          <li
            key={mark}
            className="grid grid-cols-[4.75rem_1fr] items-start gap-3 border-b border-rule py-3 last:border-0 last:pb-0"
          >
            <span className="stamp mt-1 justify-self-start text-sm">{mark}</span>
            <span className="text-sm">{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
