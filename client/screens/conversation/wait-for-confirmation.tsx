import { discardWaitingQuestion, findWaitingQuestion, type WaitingQuestion } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { VerificationMail } from '#client/session/verification-mail.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'

type About = { book: string } | { order: string }

/**
 * The form of a first message, for an account with a confirmed email. Another's message waits, in place of the form, and
 * is sent by the confirmation; the page follows by itself.
 */
export function WaitForConfirmation({
  about,
  isSending,
  children,
}: {
  about: About
  isSending: boolean
  children: React.ReactNode
}) {
  const { emailVerified } = useAccount()
  const { data: waiting, isPending } = useCall(findWaitingQuestion, {}, { enabled: !emailVerified, staleTime: 0 })
  if (emailVerified) return children
  // A failure shows the form: what is written there waits all the same.
  if (isPending) return <Skeletons count={1} className="h-24" label="Loading your question" />
  if (waiting && isAbout(waiting, about))
    return (
      <>
        <Waiting question={waiting} />
        <AskToConfirm>We’ll send your question as soon as you’ve confirmed your email.</AskToConfirm>
      </>
    )
  // On its way to the server, it will be the one that waits.
  if (isSending) return null
  return (
    <>
      <AskToConfirm>
        Confirm your email to send messages. You can write now, and we’ll send it then.
        {waiting && (
          <>
            {' '}
            It will replace your waiting question about “<bdi>{waiting.book.title}</bdi>”.
          </>
        )}
      </AskToConfirm>
      {children}
    </>
  )
}

/** In place of the dashboard's banner, which this screen leaves out. */
function AskToConfirm({ children }: { children: React.ReactNode }) {
  const { email } = useAccount()
  return (
    <section aria-label="Your email address" className="grid gap-2 border-s-4 border-warn bg-card px-4 py-3">
      <p>{children}</p>
      <p>
        The link is in our email to <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <VerificationMail />
    </section>
  )
}

const isAbout = ({ book, orderId }: WaitingQuestion, about: About) =>
  'order' in about ? orderId === about.order : orderId === null && book.id === about.book

function Waiting({ question: { text } }: { question: WaitingQuestion }) {
  return (
    <section aria-label="Your question" className="grid grid-cols-1 gap-3 border border-rule bg-card px-3 py-4 sm:px-4">
      <div className="max-w-[min(85%,62ch)] justify-self-end border border-edge bg-sunk px-3 py-2">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        <p className="text-sm text-ink-2">Waiting for you to confirm your email</p>
      </div>
      <ActionButton
        act={() => call(discardWaitingQuestion, {})}
        label="Discard and write another"
        look="button-quiet -mx-2.5"
        onDone={() => document.querySelector('h1')?.focus()}
      />
    </section>
  )
}
