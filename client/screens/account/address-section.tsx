import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#client/parts/badge.tsx'
import { useSite } from '#client/parts/site.ts'
import { identity } from '#client/session/identity/identity.ts'
import { inWords } from '#client/session/identity-words.ts'

const PAUSE_SECONDS = 60

/** The address, whether it is confirmed, and the mail that confirms it once more. */
export function AddressSection({ address, verified }: { address: string; verified: boolean }) {
  return (
    <section className="sheet grid grid-cols-1 gap-3 p-5 sm:p-6" aria-labelledby="address-heading">
      <h2 id="address-heading" className="text-xl">
        Email
      </h2>
      <p className="wrap-anywhere">{address}</p>
      <p>
        <Badge kind={verified ? 'ok' : 'warn'}>{verified ? 'Verified' : 'Not verified'}</Badge>
      </p>
      {!verified && <SendAgain />}
    </section>
  )
}

type Sending = { state: 'ready' | 'sending' | 'sent' } | { state: 'failed'; words: string }

function SendAgain() {
  const { demo } = useSite()
  const [sending, setSending] = useState<Sending>({ state: 'ready' })
  const [pause, startPause] = useCountdown()

  async function send() {
    setSending({ state: 'sending' })
    try {
      await identity.sendVerificationEmail()
      setSending({ state: 'sent' })
      startPause(PAUSE_SECONDS)
    } catch (error) {
      setSending({ state: 'failed', words: inWords(error) })
    }
  }
  return (
    <>
      <p>We sent you a mail with a link. Open it, and your books carry the verified badge.</p>
      <button
        type="button"
        className="button-outline justify-self-start"
        disabled={sending.state === 'sending' || pause > 0}
        onClick={() => void send()}
      >
        {sending.state === 'sending' && <span className="spinner" aria-hidden="true" />}
        {pause > 0 ? `Send again in ${pause} s` : 'Send the mail again'}
      </button>
      <output>
        {sending.state === 'sent' && 'The mail is on its way. Please look into your spam folder, too.'}
        {sending.state === 'failed' && <span className="text-stamp">{sending.words}</span>}
      </output>
      {demo && (
        <p className="text-sm text-ink-2">
          Demo: the mail waits in the <Link to="/outbox">outbox</Link>.
        </p>
      )}
    </>
  )
}

/** Seconds that are left, and what starts them anew. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}
