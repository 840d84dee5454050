/** Email address that wraps before its @. */
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
