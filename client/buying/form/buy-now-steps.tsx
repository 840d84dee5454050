import { useState } from 'react'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { mayBuy } from '#contract/books/books.policy.ts'
import type { Book } from '#contract/books/books.ts'
import { RoleChoice } from '#client/session/role-choice.tsx'
import { BuyNowForm } from './buy-now-form.tsx'

interface StepsProps {
  book: Book
  account: OwnAccount
  /** The form is left for another page: a dialog has to go. */
  onLeave?: (() => void) | undefined
  /** Whether reading begins in the form's first field, as in a dialog, or at the page's heading. */
  startsInForm?: boolean
  /** Whether the next page takes this one's place in the history. */
  replaces?: boolean
}

/** What stands between somebody and a copy, in a dialog or on a page: whoever can't buy yet is taken there first. */
export function BuyNowSteps({ book, account, onLeave, startsInForm = false, replaces = false }: StepsProps) {
  // The answered question leaves, and the focus would be lost with it.
  const [wasAsked, setWasAsked] = useState(false)
  const asked = { onChosen: () => setWasAsked(true) }
  const may = mayBuy(account, book)
  if (may === 'own_book') return <p>This is your listing.</p>
  switch (may === 'wrong_role' ? account.role : 'buyer') {
    case 'user':
      return <RoleChoice question="Do you want to buy or sell? To get this book, choose buying." {...asked} />
    case 'seller':
      return (
        <RoleChoice
          question="Your account is set to selling. Switch to buying to get this book?"
          offers={['buyer']}
          {...asked}
        />
      )
    case 'admin':
      return <p>Admins run the shop and can’t buy in it.</p>
    case 'buyer':
      return (
        <BuyNowForm
          book={book}
          buyer={account}
          onLeave={onLeave}
          startsHere={startsInForm || wasAsked}
          replaces={replaces}
        />
      )
  }
}
