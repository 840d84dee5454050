import { useState } from 'react'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { mayBuy } from '#contract/books/books.policy.ts'
import type { Book } from '#contract/books/books.ts'
import { RoleChoice } from '#client/session/role-choice.tsx'
import { BuyNowForm } from './buy-now-form.tsx'

interface StepsProps {
  book: Book
  account: OwnAccount
  /** Called when the form leads to another page, so that a dialog can close. */
  onLeave?: (() => void) | undefined
  /** Initial focus: the form's first field, as in a dialog, else the page's heading. */
  startsInForm?: boolean
  /** Whether the next page replaces this page in the history. */
  replaces?: boolean
}

/** Steps before the order, in a dialog or on a page: sellers are asked to switch first. Others become buyers by ordering. */
export function BuyNowSteps({ book, account, onLeave, startsInForm = false, replaces = false }: StepsProps) {
  // Focus management: the answered question unmounts with the focus in it.
  const [wasAsked, setWasAsked] = useState(false)
  const asked = { onChosen: () => setWasAsked(true) }
  const may = mayBuy(account, book)
  if (may === 'own_book') return <p>This is your listing.</p>
  switch (may === 'wrong_role' ? account.role : 'buyer') {
    case 'seller':
      return (
        <RoleChoice
          question="Your account is set to selling. Switch to buying to get this book?"
          offers={['buyer']}
          {...asked}
        />
      )
    case 'admin':
      return <p>Admins can’t buy books. Use another account for that.</p>
    case 'user':
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
