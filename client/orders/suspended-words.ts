import { isPaidState, type OrderState } from '#contract/orders/order-life.ts'

interface Words {
  words: string
  /** Link text for writing to the club; empty where that is not needed. */
  toClub: string
}

/**
 * Notice for one side of an order that the club has suspended the `other`'s account, and what to do next, as in the
 * email.
 */
export function suspendedWords(state: OrderState, other: 'seller' | 'buyer'): Words {
  const said = `The club has suspended the ${other}’s account for now, so they can’t sign in.`
  if (state === 'handed_over') return { words: said, toClub: '' }
  const { unpaid, paid } = nextSteps[other]
  return isPaidState(state)
    ? { words: `${said} ${paid}`, toClub: 'write to the club' }
    : { words: `${said} ${unpaid}`, toClub: '' }
}

const nextSteps = {
  seller: {
    unpaid: 'If you’d rather not wait, cancel the order: you won’t be charged.',
    paid: 'Meet as you have agreed. If you can’t, and want the whole amount back,',
  },
  buyer: {
    unpaid: 'If you’d rather not wait, cancel the order. Once its time is up, that happens by itself.',
    paid: 'Meet as you have agreed. If you can’t, give the money back, or',
  },
}
