/** An address that, where it has to break, breaks before its @. */
export function BreakableEmail({ text }: { text: string }) {
  const [person = '', ...host] = text.split(/(?=@)/)
  return (
    <>
      {person}
      {host.length > 0 && <wbr />}
      {host.join('')}
    </>
  )
}
