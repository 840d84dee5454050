const steps = [
  { mark: 'Find', text: 'Pick a copy. The card shows who is selling it, how old it is and where.' },
  { mark: 'Reserve', text: 'Press Buy Now and we’ll reserve the copy for you.' },
  { mark: 'Meet', text: 'Pay by card, arrange to meet, and take your book home.' },
]

/** How buying works, in the form of the slip that used to be glued into library books. */
export function HowItWorks() {
  return (
    <div className="sheet mx-auto w-full max-w-sm rotate-1 p-5">
      <h2 className="small-heading border-b border-ink pb-2 text-center font-sans">How it works</h2>
      <ol>
        {steps.map(({ mark, text }) => (
          <li
            key={mark}
            className="grid grid-cols-[6rem_1fr] items-start gap-3 border-b border-rule py-3 last:border-0 last:pb-0"
          >
            <span className="stamp mt-1 justify-self-start text-sm">{mark}</span>
            <span className="text-sm">{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
