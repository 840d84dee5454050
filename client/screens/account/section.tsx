/** Section of the account screen; `id` names its heading. */
export function Section({ id, heading, children }: { id: string; heading: string; children: React.ReactNode }) {
  return (
    <section className="sheet grid grid-cols-1 gap-3 p-5 sm:p-6" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="text-xl">
        {heading}
      </h2>
      {children}
    </section>
  )
}
