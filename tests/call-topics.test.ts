import { expect, test } from 'vitest'
import { declaredCalls } from '#server/http/declared-calls.ts'

const calls = Object.entries(await declaredCalls('USD'))

/** Writes without topics: no query reads their data, or a new session or page follows. */
const WITHOUT_TOPICS = [
  'answerDecision',
  'becomeFirstAdmin',
  'bringList',
  'changeAccount',
  'changeList',
  'clearMailRefusal',
  'closeOwnAccount',
  'confirmNewEmail',
  'createPaymentIntent',
  'dropList',
  'inviteFirstAdmin',
  'lookAtDecision',
  'mintToken',
  'planDomain',
  'previewContentPage',
  'previewEdits',
  'receivePaymentEvent',
  'runHealthCheck',
  'signOutEverywhere',
  'signUp',
  'tryOrders',
  'uploadImage',
]

test('buying a book has each list of books read again that can show it', () => {
  const lists = calls.filter(
    ([, { method, path }]) => method === 'GET' && /^\/(all-books|books\/|search|favourites$|sellers)/.test(path),
  )
  expect(lists.filter(([, { topics }]) => !topics.includes('books')).map(([name]) => name)).toEqual([])
  expect(lists.length).toBeGreaterThan(5)
})

test('every other write names topics, and each topic has reads to be read again', () => {
  const silent = calls.filter(([, { method, topics }]) => method !== 'GET' && topics.length === 0)
  expect(silent.map(([name]) => name).toSorted()).toEqual(WITHOUT_TOPICS)
  const topicsOf = (isRead: boolean) =>
    new Set(calls.flatMap(([, { method, topics }]) => ((method === 'GET') === isRead ? topics : [])))
  expect([...topicsOf(false)].filter((topic) => !topicsOf(true).has(topic))).toEqual([])
})
