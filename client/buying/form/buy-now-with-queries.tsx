import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { queryClient } from '#client/session/query-client.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { loginAddress } from '#client/session/origin.ts'
import { SigningIn } from '#client/session/signing-in.tsx'
import { useSession } from '#client/session/session.ts'
import { BuyNowSteps } from './buy-now-steps.tsx'

/** Dialog with its query client; code-split, loaded when Buy Now is pressed. */
export default function BuyNowWithQueries(props: { book: Book; onClose(): void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BuyNowDialog {...props} />
    </QueryClientProvider>
  )
}

/** Dialog for buying one copy, over the page on which it was found. */
function BuyNowDialog({ book, onClose }: { book: Book; onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const signedOut = session.state === 'signed-out'
  useEffect(() => {
    if (signedOut) void navigate(loginAddress(href('/buy/:bookId', book.id)))
  }, [signedOut, navigate, book.id])

  return (
    <Dialog title={`Buy ${book.title}`} onClose={onClose}>
      {session.state === 'signed-in' ? (
        <BuyNowSteps book={book} account={session.account} onLeave={onClose} startsInForm />
      ) : (
        <SigningIn what="Buying a book" />
      )}
    </Dialog>
  )
}
