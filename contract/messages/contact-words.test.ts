import { expect, test } from 'vitest'
import { namesContacts } from './contact-words.ts'

test.each([
  'Call me: +49 170 1234567',
  'my number is 555.010.0142',
  '(030) 123 45 67',
  'Write to ada@example.org please',
  'ada.winter+books@mail.example.co.uk',
])('%s names contacts', (text) => expect(namesContacts(text)).toBe(true))

test.each([
  'Is it the edition of 2019?',
  'ISBN 978-3-16-148410-0, isn’t it?',
  '9783161484100',
  'Can we meet on 2026-11-23 at 15:30?',
  'I have 12.11.2026 or 13/11/26 free, 9 to 17',
  'I’d give 12.50 for it, not 24.00',
  'Meet @ the library. Fine?',
  '',
])('%s doesn’t', (text) => expect(namesContacts(text)).toBe(false))
