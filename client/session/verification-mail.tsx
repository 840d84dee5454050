import { useState } from 'react'
import { Link } from 'react-router'
import { MAIL_PAUSE_SECONDS } from '#contract/accounts/sign-in.ts'
import { href } from '#contract/href.ts'
import { identity } from './identity/identity.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'
import { useSite } from '#client/ui/site.ts'

type Sending = { state: 'ready' | 'sending' | 'sent' } | { state: 'failed'; words: string }

interface VerificationMailProps {
  label?: string
  /** In a line with other words, whose outcome stands in a line of its own. */
  isCompact?: boolean
}

/** Button to resend the verification mail, with a cooldown. */
export function VerificationMail({ label = 'Resend email', isCompact = false }: VerificationMailProps) {
  const { outbox, identity: provider } = useSite()
  const [sending, setSending] = useState<Sending>({ state: 'ready' })
  const [pause, startPause] = useCountdown()
  const isOff = sending.state === 'sending' || pause > 0

  async function send() {
    setSending({ state: 'sending' })
    try {
      await identity.sendVerificationEmail(location.pathname + location.search)
      setSending({ state: 'sent' })
      startPause(MAIL_PAUSE_SECONDS)
    } catch (error) {
      setSending({ state: 'failed', words: errorMessage(error) })
    }
  }
  return (
    <div className={isCompact ? 'contents' : 'grid grid-cols-1 gap-2'}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <button
          type="button"
          className={isCompact ? 'button-quiet max-sm:-my-1.5' : 'button-outline'}
          aria-disabled={isOff}
          onClick={() => !isOff && void send()}
        >
          {sending.state === 'sending' && <span className="spinner" aria-hidden="true" />}
          {pause > 0 ? `Resend in ${pause} s` : label}
        </button>
        {/* Another service sends its emails itself. */}
        {outbox && provider.keptBy === '' && (
          <span className={`text-sm text-ink-2 ${isCompact ? 'max-sm:hidden' : ''}`}>
            Demo: emails end up in the <Link to={href('/outbox')}>outbox</Link>.
          </span>
        )}
      </p>
      <output className={isCompact ? 'basis-full' : ''}>
        {sending.state === 'sent' && 'Email sent. Check your spam folder too.'}
        {sending.state === 'failed' && <span className="text-stamp">{sending.words}</span>}
      </output>
    </div>
  )
}
