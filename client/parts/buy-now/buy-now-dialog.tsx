import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import { Dialog } from '#client/parts/dialog.tsx'
import { RoleChoice } from '#client/parts/role-choice.tsx'
import { loginAddress } from '#client/session/origin.ts'
import { useSession } from '#client/session/session.ts'
import { BuyNowForm } from './buy-now-form.tsx'

/** Buying one copy. Whoever can't buy yet is taken there first, and goes on with the same book. */
export function BuyNowDialog({ book, onClose }: { book: Book; onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const signedOut = session.state === 'signed-out'
  useEffect(() => {
    if (signedOut) void navigate(loginAddress(`/advertise/${book.id}?buy=1`))
  }, [signedOut, navigate, book.id])

  return (
    <Dialog title={`Buy ${book.title}`} onClose={onClose}>
      {session.state === 'signed-in' ? (
        <Step book={book} account={session.account} onClose={onClose} />
      ) : (
        <output>One moment…</output>
      )}
    </Dialog>
  )
}

function Step({ book, account, onClose }: { book: Book; account: Account; onClose: () => void }) {
  if (book.seller.id === account.id) return <p>Your book: you are selling this copy yourself.</p>
  switch (account.role) {
    case 'user':
      return <RoleChoice question="Do you want to buy or to sell? To take this book, choose buying." />
    case 'seller':
      return <RoleChoice question="You are here as a seller. Switch to buying to take this book?" offers={['buyer']} />
    case 'admin':
      return <p>Admins look after the shop and don’t buy in it.</p>
    case 'buyer':
      return <BuyNowForm book={book} buyer={account} onLeave={onClose} />
  }
}
