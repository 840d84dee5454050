import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { email, optionalLine, optionalPhone, requiredLine, requiredText } from './text.ts'
import { preview } from './wording.ts'

const accepts = (schema: z.core.$ZodType, text: string) => z.safeParse(schema, text).success

describe('text that people write', () => {
  test.each([
    'The 🦊 and the 👩‍👩‍👧 family',
    'مائة عام من العزلة',
    'Война и мир',
    '‎Left‏Right',
    '吾輩は猫である',
    'Zoë’s “café”',
  ])('%j is welcome', (text) => {
    expect(accepts(requiredLine(100, 'missing'), text)).toBe(true)
  })

  test.each(['a\u0000b', 'a\u0007b', 'a\u202Eb', 'a\u2066b', 'a\uD800b', 'a\u0085b'])('%j is refused', (text) => {
    expect(accepts(optionalLine(100), text)).toBe(false)
    expect(accepts(requiredText(100, 'missing'), text)).toBe(false)
  })

  test('marks without end on a letter are refused before anything sorts them', () => {
    const piled = `a${'\u0315\u0300\u05AE'.repeat(80_000)}`
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(accepts(requiredText(300_000, 'missing'), piled)).toBe(false)
    expect(accepts(optionalLine(100), piled)).toBe(false)
    expect(normalize).not.toHaveBeenCalled()
    normalize.mockRestore()
    expect(accepts(optionalLine(100), `e${'\u0323'.repeat(30)}`)).toBe(true)
  })

  test('rules of a field look at no text that is too long for it', () => {
    const rule = vi.fn<() => boolean>(() => true)
    const long = z.safeParse(optionalLine(100).check(z.refine(rule)), 'a'.repeat(101))
    expect(long.error?.issues.map(({ message }) => message)).toEqual(['Please use 100 characters or fewer'])
    expect(rule).not.toHaveBeenCalled()
  })

  test('a line has no breaks, a text may', () => {
    expect(accepts(optionalLine(100), 'two\nlines')).toBe(false)
    expect(accepts(requiredText(100, 'missing'), 'two\nlines')).toBe(true)
  })

  test.each(['   ', '\u200B', '\u2060 \uFEFF', '\u3164', '\u200E\u00AD', '\u2028'])(
    '%j shows nothing, so it is nothing',
    (text) => {
      for (const required of [requiredLine, requiredText])
        expect(z.safeParse(required(100, 'Please fill it in'), text).error?.issues[0]?.message).toBe(
          'Please fill it in',
        )
      expect(z.parse(optionalLine(100), text)).toBe('')
    },
  )
})

describe('phone numbers', () => {
  test.each(['', '+49 170 1234567', '(030) 12-34/56', '12345', '+12345678901234567890'])('%j is fine', (text) => {
    expect(accepts(optionalPhone, text)).toBe(true)
  })
  test.each(['1234', '123456789012345678901', 'call me', '+', '12+345', '++12345'])('%j is refused', (text) => {
    expect(accepts(optionalPhone, text)).toBe(false)
  })
})

test('an address is known by its lower-case form', () => {
  expect(z.parse(email, ' Ann@Example.ORG ')).toBe('ann@example.org')
  expect(accepts(email, 'not an address')).toBe(false)
})

describe('previews', () => {
  test('cut after so many characters, and only then with dots', () => {
    expect(preview('x'.repeat(41), 40)).toBe(`${'x'.repeat(40)}...`)
    expect(preview('x'.repeat(40), 40)).toBe('x'.repeat(40))
  })
  test('never cut inside a character', () => {
    expect(preview('👩‍👩‍👧👩‍👩‍👧', 1)).toBe('👩‍👩‍👧...')
  })
})
