import { demoBooks } from '../books/demo-books.ts'
import { earlierBooks } from '../books/earlier-books.ts'
import {
  agrees,
  answers,
  asksForCash,
  cancels,
  claims,
  handsOver,
  hasTheBook,
  letsGo,
  opensProblem,
  pays,
  refunds,
  timePasses,
  type OrderStory,
} from './order-steps.ts'

const book = (title: string) => {
  const found = [...demoBooks, ...earlierBooks].find((one) => one.title === title)
  if (!found) throw new Error(`The demo has no ${title}`)
  return found
}

const paidByCard = (daysAgo: number) => [[daysAgo, claims] as const, [daysAgo - 0.02, pays] as const]

/** An order in each possible state, each with the next step it waits for. */
export const deals: readonly OrderStory[] = [
  // Done: the first two are paid out, the third in cash, the fourth owed.
  {
    book: book('The Weather Diary of Aunt Oda'),
    buyer: 'priya',
    steps: [...paidByCard(22), [19.5, handsOver], [17.4, timePasses]],
  },
  {
    book: book('A Short History of Long Tables'),
    buyer: 'jonah',
    steps: [...paidByCard(21), [18, hasTheBook], [15.9, timePasses]],
  },
  {
    book: book('The Clockmaker’s Second Apprentice'),
    buyer: 'jonah',
    steps: [
      [18, claims],
      [17.9, asksForCash],
      [17.5, agrees],
      [15, handsOver],
      [12.9, timePasses],
    ],
  },
  {
    book: book('The Cartographer of Small Rooms'),
    buyer: 'priya',
    steps: [...paidByCard(5), [3.1, handsOver], [1, timePasses]],
  },
  // In progress.
  { book: book('The Last Tram Is Always Full'), buyer: 'priya', steps: [[0, claims]] },
  {
    book: book('Hotel for Tired Pigeons'),
    buyer: 'priya',
    steps: [
      [2, claims],
      [1.9, asksForCash],
      [1.6, agrees],
    ],
  },
  { book: book('Nine Lives, Alphabetically'), buyer: 'jonah', steps: paidByCard(2) },
  { book: book('Everything North of Here'), buyer: 'jonah', steps: [...paidByCard(3), [0.8, hasTheBook]] },
  {
    book: book('Radishes, Mostly'),
    buyer: 'priya',
    steps: [...paidByCard(6), [1.5, handsOver], [1, refunds('not_as_described', 200)]],
  },
  {
    book: book('The Borrowed Umbrella and Other Crimes'),
    buyer: 'jonah',
    steps: [
      ...paidByCard(5),
      [1.9, handsOver],
      [
        1.2,
        opensProblem('not_as_described', 'Pages 97 to 112 are missing, and that is where the umbrella comes back.'),
      ],
      [0.9, answers('Oh no. I never noticed: I’ve read it twice. Would half of the price back be fair?')],
    ],
  },
  // Ended without a sale; the first waits for its seller to decide about the copy.
  {
    book: book('Fourteen Ways to Cross a River'),
    buyer: 'jonah',
    steps: [...paidByCard(10), [7, refunds('not_met')]],
  },
  {
    book: book('Ghosts of the Municipal Swimming Bath'),
    buyer: 'priya',
    steps: [
      [6, claims],
      [5, letsGo('no_answer')],
    ],
  },
  {
    book: book('Room 9 Has No Window'),
    buyer: 'jonah',
    steps: [
      [4, claims],
      [3.8, cancels],
    ],
  },
  {
    book: book('How the River Learned to Whistle'),
    buyer: 'jonah',
    steps: [
      [9, claims],
      [6.9, timePasses],
    ],
  },
]
