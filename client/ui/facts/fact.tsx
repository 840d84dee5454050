/** A name with what belongs to it, for a `<dl className="facts">`; none where there is nothing to say. */
export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}
