import { describe, expect, test } from 'vitest'
import { readSearch } from './order-search.rules.ts'

describe('what an admin looks for among orders', () => {
  test('nothing is no search', () => expect(readSearch('')).toBeNull())

  test('words are looked for by their beginnings, whatever stands between them', () => {
    expect(readSearch('O’Brien & Söhne_50%')?.beginnings).toBe("'O':* & 'Brien':* & 'Söhne':* & '50':*")
    expect(readSearch("'; DROP")?.beginnings).toBe("'DROP':*")
    expect(readSearch('%_😀')).toEqual({
      beginnings: null,
      number: null,
      ids: null,
      cardLastFour: null,
      intentId: null,
    })
  })

  test('the beginning of an id is all ids that begin so, with its hyphens or without', () => {
    const ids = ['0189abcd-4e00-0000-0000-000000000000', '0189abcd-4eff-ffff-ffff-ffffffffffff']
    expect(readSearch('0189ABCD-4e')?.ids).toEqual(ids)
    expect(readSearch('0189abcd4e')?.ids).toEqual(ids)
    const whole = '0189abcd-4e00-4abc-8def-000000000001'
    expect(readSearch(whole)?.ids).toEqual([whole, whole])
    for (const none of ['0189abc', `${whole}0`, '0189abcx', '--------', `0${'-'.repeat(30)}`])
      expect(readSearch(none)?.ids).toBeNull()
  })

  test('seven letters and digits may be an order’s number, and a title’s word', () => {
    expect(readSearch('7k4-m2qx')?.number).toBe('7K4-M2QX')
    expect(readSearch('Captain')).toMatchObject({ number: 'CAP-TA1N', beginnings: "'Captain':*" })
    expect(readSearch('Captains')?.number).toBeNull()
  })

  test('four digits may be a card’s last, and a title’s word', () => {
    expect(readSearch('1984')).toMatchObject({ cardLastFour: '1984', beginnings: "'1984':*" })
    expect(readSearch('19845')).toMatchObject({ cardLastFour: null })
  })

  test('the provider’s payment id is searched literally', () => {
    expect(readSearch('pi_3Ab')?.intentId).toBe('pi_3Ab')
    expect(readSearch('pi_3 Ab')?.intentId).toBeNull()
  })
})
