import { expect, test } from 'vitest'
import { contactsOpen } from './contacts-open.ts'

const words = { paid: 'it’s paid', agreed: 'you’ve accepted cash' }

test.each([
  ['stripe', false, 'it’s paid'],
  ['stripe', true, 'it’s paid or you’ve accepted cash'],
  ['off', true, 'you’ve accepted cash'],
] as const)('with cards %s and cash %s, contacts are shown once %s', (mode, cash, said) => {
  expect(contactsOpen({ cards: { mode }, cash }, words)).toBe(said)
})
