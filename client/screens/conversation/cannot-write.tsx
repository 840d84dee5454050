import { mayWrite, noWritingWords } from '#contract/messages/messages.policy.ts'

/** Reason why there is no message field; null for accounts that don't trade. */
export function CannotWrite({
  why,
  children,
}: {
  why: Exclude<ReturnType<typeof mayWrite>, 'yes'> | null
  children?: React.ReactNode
}) {
  return (
    <div className="grid justify-items-start gap-3 border-s-4 border-warn bg-card px-4 py-3">
      <p>{why === null ? 'Admins neither buy nor sell, so there’s nobody to write to.' : noWritingWords[why]}</p>
      {children}
    </div>
  )
}
