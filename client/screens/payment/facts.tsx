/** Names with what belongs to them, in two columns. */
export function Facts({ children }: { children: React.ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** One of them; none where there is nothing to say. */
export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
