import type { ListedMutations } from '#tools/mutate/mutation.ts'

/** Mutations of payments, refunds and the ledger. */
export const ofPayments: ListedMutations = {
  'server/orders/payments/add-refund.ts': {
    'More goes back than was paid': {
      find: 'if (amount > left) return',
      replace: 'if (amount > left + 1) return',
      tests: ['server/orders/payments/refund-part.test.ts'],
    },
    'What is wanted and not made yet can be given back twice': {
      find: 'refundable(order, payment, counting)',
      replace: 'refundable(order, payment, counting.filter(({ doneAt }) => doneAt))',
      tests: ['server/orders/payments/refund-part.test.ts'],
    },
    'A press that is sent again gives the money back again': {
      find: 'counting.find(({ requestKey }) => requestKey === key)',
      replace: 'undefined',
      tests: ['server/orders/payments/refund-part.test.ts'],
    },
  },
  'server/orders/payments/record-refunds.ts': {
    'The second event about a refund is an error of the program': {
      find: '  if (known) return\n',
      replace: '',
      tests: ['server/orders/payments/refund-part.test.ts'],
    },
    'A failed refund that was made again counts as two': {
      find: '  if (failed) return replaceFailed(tx, failed, made, now)\n',
      replace: '',
      tests: ['server/orders/payments/failed-refund.test.ts'],
    },
  },
  'server/orders/payments/refunds.sql.ts': {
    'The ledger doesn’t know of a refund that was made again': {
      find: "  for (const made of rows)\n    await insertMovement(tx, { ...movedBy(made), kind: 'refund_made', source: tryOf(made), at: now })",
      replace: '',
      tests: ['server/orders/payments/failed-refund.test.ts'],
    },
    'Refunds that go on failing keep others from their turn': {
      find: 'ORDER BY sweep_turn, wanted_at LIMIT',
      replace: 'ORDER BY wanted_at LIMIT',
      tests: ['server/orders/sweep.test.ts'],
    },
    'What is withdrawn of a refund of a done order goes to the club instead of back to the seller': {
      find: "const to = paymentId ? await refundFrom(tx, orderId, paymentId) : 'cash'",
      replace: "const to = paymentId ? 'club' : 'cash'",
      tests: ['server/orders/ledger/ledger.test.ts'],
    },
  },
  'server/orders/ledger/ledger.sql.ts': {
    'The seller of a done order pays for a card that paid twice': {
      find: 'SELECT refund_reason IS NULL AND EXISTS (',
      replace: 'SELECT EXISTS (',
      tests: ['server/orders/ledger/ledger.test.ts'],
    },
    'The club owes the seller what the buyer got back': {
      find: 'SELECT p.amount - (SELECT coalesce(sum(r.amount), 0)::int FROM refunds r WHERE r.payment_id = p.id)\n',
      replace: 'SELECT p.amount\n',
      tests: ['server/orders/ledger/ledger.test.ts'],
    },
  },
  'server/orders/ledger/payouts.sql.ts': {
    'What was paid out too much never comes off': {
      find: 'HAVING sum(e.amount) < 0 OR (',
      replace: 'HAVING (',
      tests: ['server/orders/ledger/payouts.test.ts'],
    },
    'A refund comes between the look at what is owed and the note of its transfer': {
      find: 'ORDER BY o.id FOR UPDATE`',
      replace: 'ORDER BY o.id`',
      tests: ['server/orders/ledger/payouts.test.ts'],
    },
  },
  'server/orders/ledger/mark-paid-out.ts': {
    'A seller gets no email about a transfer': {
      find: 'await payoutMail.book(tx, { payoutId })',
      replace: '',
      tests: ['server/orders/ledger/payouts.test.ts'],
    },
  },
  'server/orders/orders.rules.ts': {
    'Less than the price pays for a book': {
      find: 'if (report.amount !== order.amount ||',
      replace: 'if (report.amount > order.amount ||',
      tests: ['server/orders/payments/payment-truth.test.ts'],
    },
  },
  'server/orders/payments/refund-order.ts': {
    'A part refund of a done order is an error of the program instead of a refusal': {
      find: 'if (!isRefunded) requireTransition(',
      replace: 'if (amount === undefined) requireTransition(',
      tests: ['server/orders/payments/refund-order.test.ts'],
    },
  },
  'server/orders/payments/reconcile-payment.ts': {
    'Money that came too late books receipts and reminders of a meeting': {
      find: "    if (transition !== 'buyer_pays') return\n",
      replace: '',
      tests: ['server/orders/payments/payment-truth.test.ts'],
    },
  },
}
