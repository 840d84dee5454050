import { expect, test } from 'vitest'
import { initialsOf } from './account-photo.tsx'

test.each([
  ['Ida Holm', 'IH'],
  ['Ida Maria von Holm', 'IH'],
  ['ida', 'I'],
  ['Ōe (Kenzaburō)', 'ŌK'],
  ['Лев Толстой', 'ЛТ'],
  ['📚 Reader', 'R'],
  ['', 'M'],
  ['📚', 'M'],
])('%j is shown as %s', (name, initials) => {
  expect(initialsOf({ name, email: 'member@example.org' })).toBe(initials)
})
