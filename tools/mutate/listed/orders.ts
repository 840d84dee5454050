import type { ListedMutations } from '#tools/mutate/mutation.ts'

/** Mutations of orders and their copies. */
export const ofOrders: ListedMutations = {
  'server/orders/order-changes.sql.ts': {
    'An order paid by card counts as paid on the day of its hand-over': {
      find: 'paid_at = coalesce(paid_at, ${now})',
      replace: 'paid_at = ${now}',
      tests: ['server/orders/hand-over.test.ts'],
    },
    'An order that a card paid counts as cash': {
      find: ', pays_in_cash = false, paid_at',
      replace: ', paid_at',
      tests: ['server/orders/hand-over.test.ts', 'server/orders/deals.test.ts'],
    },
    'A seller puts a book on sale that the buyer has': {
      find: "copy_is_back = ${from === 'paid'}",
      replace: 'copy_is_back = true',
      tests: ['server/orders/payments/refund-order.test.ts'],
    },
    'A copy that there isn’t any more is on sale again': {
      find: 'facts.reason === NOT_AVAILABLE',
      replace: 'false',
      tests: ['server/orders/hand-over.test.ts'],
    },
  },
  'server/orders/orders.rules.ts': {
    'Time hands a book over although a problem has stopped the clock meanwhile': {
      find: 'dueAt !== null && secondsLeft === null && !isDisputed',
      replace: 'dueAt !== null && !isDisputed',
      tests: ['server/orders/problems/problems.test.ts'],
    },
    'A copy is reserved again and again by who doesn’t buy it': {
      find: '  if (endedRecently) {',
      replace: '  if (endedRecently && open > 99) {',
      tests: [
        'server/orders/order-time.test.ts',
        'server/orders/claim-limits.test.ts',
        'server/orders/buy-book.test.ts',
      ],
    },
  },
  'server/books/copy-states.public.ts': {
    'A copy that is released after its seller closed the account is for sale again': {
      find: 'removed_at = CASE WHEN a.closed_at IS NULL THEN b.removed_at ELSE ${now}::timestamptz END',
      replace: 'removed_at = b.removed_at',
      tests: ['server/account-closure/close-account.test.ts'],
    },
  },
  'server/orders/release-order.ts': {
    'Time ends an agreed order although a problem has stopped the clock meanwhile': {
      find: "    if (transition === 'time_expires' && !isTimeUp(locked, now)) return true\n",
      replace: '',
      tests: ['server/orders/problems/problems.test.ts'],
    },
    'A payment that is opened while its order is cancelled stays open': {
      find: '    if (locked.intentId !== order.intentId) return false\n',
      replace: '',
      tests: ['server/orders/payments/payment-truth.test.ts'],
    },
  },
  'server/orders/hand-over.ts': {
    'The code of a hand-over can be guessed once more': {
      find: 'order.wrongCodes >= MOST_WRONG_CODES',
      replace: 'order.wrongCodes > MOST_WRONG_CODES',
      tests: ['server/orders/hand-over.test.ts'],
    },
    'A book that was paid in cash can be paid by card as well': {
      find: "  if (order.paysInCash && order.intentId) await addJob(tx, 'cancel_payment', { intentId: order.intentId })\n",
      replace: '',
      tests: ['server/orders/hand-over.test.ts'],
    },
  },
  'server/orders/problems/stopped-clock.sql.ts': {
    'Time strikes the moment a problem is settled': {
      find: 'greatest(seconds_left, ${sql.lit(TIME_AFTER_PROBLEM_HOURS * 3600)})',
      replace: 'seconds_left',
      tests: ['server/orders/problems/problems.test.ts'],
    },
    'A refunded order keeps an open problem': {
      find: "if (isLiveState(to) || !isLiveState(from) || from === 'claimed') return sql``",
      replace: 'if (from) return sql``',
      tests: ['server/orders/problems/problems.test.ts'],
    },
  },
  'server/orders/problems/decide-problem.ts': {
    'An admin decides over what a side has just written': {
      find: 'if (revision !== problem.revision)',
      replace: 'if (revision > problem.revision)',
      tests: ['server/orders/problems/decide-problem.test.ts'],
    },
  },
  'server/orders/orders.sql.ts': {
    'Orders that go on failing keep others from their turn': {
      find: 'ORDER BY sweep_turn, due_at LIMIT',
      replace: 'ORDER BY due_at LIMIT',
      tests: ['server/orders/sweep.test.ts'],
    },
    'Money that a card paid after the hand-over for cash never goes back': {
      find: "AND (state IN ${UNPAID_STATES} OR (state = 'handed_over' AND pays_in_cash))",
      replace: 'AND state IN ${UNPAID_STATES}',
      tests: ['server/orders/hand-over.test.ts'],
    },
  },
}
