import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { useSession } from '#client/session/session.ts'
import { toast } from '#client/ui/notice-store.ts'

/** Button for an email when a reserved copy is back on sale. Visitors sign in first and return here. */
export function BackOnSaleAlert({ book: { id } }: { book: Book }) {
  const session = useSession()
  const [step, setStep] = useState<'ready' | 'sending' | 'done'>('ready')
  const news = useRef<HTMLParagraphElement>(null)
  if (session.state === 'signed-in' && session.account.role === 'admin') return null
  if (session.state !== 'signed-in')
    return (
      <Link to={`${href('/login')}?from=${encodeURIComponent(bookPath({ id }))}`} className="button-outline">
        Tell me if it’s back on sale
      </Link>
    )

  async function requestAlert() {
    setStep('sending')
    try {
      const { waitForBook } = await import('./wait-for-book.ts')
      await waitForBook(id)
      // Focus management: the pressed button unmounts.
      news.current?.focus()
      setStep('done')
    } catch (error) {
      setStep('ready')
      toast((error instanceof Error && error.message) || 'That didn’t work. Please try again.', 'error')
    }
  }
  return (
    <>
      {step !== 'done' && (
        <button
          type="button"
          className="button-outline"
          aria-disabled={step === 'sending'}
          onClick={() => step === 'ready' && void requestAlert()}
        >
          Tell me if it’s back on sale
        </button>
      )}
      <p role="status" ref={news} tabIndex={-1} className="outline-none">
        {step === 'done' && (
          <>
            We’ll email you if it is. <Link to={href('/dashboard/saved-searches')}>What you’re waiting for</Link>
          </>
        )}
      </p>
    </>
  )
}
