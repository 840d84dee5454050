import { MOST_COUNTED, type Task, type TaskKind } from '#contract/dashboard.ts'
import { href } from '#contract/href.ts'
import { orderPage } from '#contract/orders/order-places.ts'
import { countOf as exactly, formatMoney } from '#contract/wording.ts'
import { screenOfTask } from '#client/session/task-counts.ts'

/** '3 books'; '99+ books' where no more are counted. */
const countOf = (count: number, one: string, many = `${one}s`) =>
  count < MOST_COUNTED ? exactly(count, one, many) : `${MOST_COUNTED - 1}+ ${many}`

interface TaskWords {
  /** The row's sentence; of the club's rows, where they stand for a single task. */
  sentence: (names: Names, task: Task) => React.ReactNode
  button: string
  to: (id: string) => string
  /** Count with noun. */
  many: (count: number) => string
}

/** Names in a sentence, marked up. */
interface Names {
  book: React.ReactNode
  person: React.ReactNode
  amount: string
}

const atOrder = (place: Parameters<typeof orderPage>[1]) => (id: string) => orderPage(id, place)

/** Of both sides. */
const problemWords: TaskWords = {
  sentence: ({ book }) => <>There’s news about the problem with {book}</>,
  button: 'Answer',
  to: atOrder('problems'),
  many: (count) => `${countOf(count, 'problem')} to answer`,
}

/** Texts of the tasks, and where their buttons lead. */
export const taskWords: Record<TaskKind, TaskWords> = {
  pay: {
    sentence: ({ book }) => <>Pay for {book}</>,
    button: 'Pay',
    to: (id) => href('/dashboard/payment/:myOrderId', id),
    many: (count) => `${countOf(count, 'payment')} due`,
  },
  collect: {
    sentence: ({ book, person }) => (
      <>
        Collect {book} from {person}
      </>
    ),
    button: 'Show code',
    to: atOrder('step'),
    many: (count) => `${countOf(count, 'book')} to collect`,
  },
  refund_failed: {
    sentence: ({ book, amount }) => (
      <>
        Your refund of {amount} for {book} didn’t go through
      </>
    ),
    button: 'See how you get it',
    to: atOrder('refunds'),
    many: (count) => `${countOf(count, 'refund')} failed`,
  },
  answer_seller: problemWords,
  answer_buyer: problemWords,
  agree_to_cash: {
    sentence: ({ book, person, amount }) => (
      <>
        {person} asks to pay {amount} in cash for {book}
      </>
    ),
    button: 'Answer',
    to: atOrder('step'),
    many: (count) => `${countOf(count, 'buyer asks', 'buyers ask')} to pay in cash`,
  },
  hand_over: {
    sentence: ({ book, person }) => (
      <>
        Hand over {book} to {person}
      </>
    ),
    button: 'Enter code',
    to: atOrder('step'),
    many: (count) => `${countOf(count, 'book')} to hand over`,
  },
  relist: {
    sentence: ({ book }) => <>{book} is yours again: the order was refunded</>,
    button: 'Sell it again',
    to: atOrder('step'),
    many: (count) => `${countOf(count, 'book')} back from a refunded order`,
  },
  question: {
    sentence: ({ book, person }) => (
      <>
        {person} asks about {book}
      </>
    ),
    button: 'Answer',
    to: (id) => href('/dashboard/messages/:conversationId', id),
    many: (count) => countOf(count, 'question'),
  },
  message: {
    sentence: ({ book, person }) => (
      <>
        {person} wrote about {book}
      </>
    ),
    button: 'Read',
    to: (id) => href('/dashboard/messages/:conversationId', id),
    many: (count) => `${countOf(count, 'conversation')} to read`,
  },
  report: {
    sentence: ({ book, person }, task) => <>{task.book ? book : person} was reported</>,
    button: 'Decide',
    to: (id) => href('/dashboard/reported-items/:caseId', id),
    many: (count) => `${countOf(count, 'report')} to decide`,
  },
  problem: {
    sentence: ({ book }) => <>Something is wrong with the order for {book}</>,
    button: 'See the problem',
    to: atOrder('problems'),
    many: (count) => `${countOf(count, 'problem')} to settle`,
  },
  dispute: {
    sentence: ({ book, amount }) => (
      <>
        A bank disputes {amount} for {book}
      </>
    ),
    button: 'See the chargeback',
    to: atOrder('disputes'),
    many: (count) => `${countOf(count, 'chargeback')} to answer`,
  },
  refund_by_hand: {
    sentence: ({ book, person, amount }) => (
      <>
        Give {person} {amount} back by hand: the refund for {book} failed
      </>
    ),
    button: 'See the refund',
    to: atOrder('refunds'),
    many: (count) => `${countOf(count, 'refund')} to give back by hand`,
  },
  payout: {
    sentence: ({ person, amount }) => (
      <>
        Pay {person} {amount}
      </>
    ),
    button: 'Pay out',
    to: (id) => `${href('/dashboard/payouts')}?pay=${id}`,
    many: (count) => `${countOf(count, 'seller')} to pay`,
  },
}

/** Lists of the club's tasks that show more than these. */
const filters: Partial<Record<TaskKind, string>> = {
  dispute: '?show=disputed',
  refund_by_hand: '?show=refund_failed',
}

/** Where a row's button leads: to the one task, or to the list of several. */
export const taskAddress = ({ kind, id, count }: Task): string =>
  count === 1 ? taskWords[kind].to(id) : screenOfTask[kind] + (filters[kind] ?? '')

/** The row's sentence. */
export function TaskSentence({ task }: { task: Task }) {
  const { sentence, many } = taskWords[task.kind]
  if (task.count > 1) return many(task.count)
  const names = {
    book: (
      <cite className="font-display font-semibold not-italic" dir="auto">
        {task.book?.title}
      </cite>
    ),
    person: <bdi>{task.person}</bdi>,
    amount: task.amount ? formatMoney(task.amount) : '',
  }
  return sentence(names, task)
}
