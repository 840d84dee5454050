import { expect, test } from 'vitest'
import { contactsOpen } from './contacts-open.ts'

const words = { paid: 'it’s paid', agreed: 'you’ve agreed to cash' }

test.each([
  ['stripe', false, 'it’s paid'],
  ['stripe', true, 'it’s paid or you’ve agreed to cash'],
  ['off', true, 'you’ve agreed to cash'],
] as const)('with cards %s and cash %s, contacts are shown once %s', (mode, cash, said) => {
  expect(contactsOpen({ cards: { mode }, cash }, words)).toBe(said)
})
