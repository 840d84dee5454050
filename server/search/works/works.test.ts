import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { realTitles, seeded } from '#tests/kit/search/real-titles.ts'
import { readForm, type Form, type ReadForm } from './form.rules.ts'
import { groupForms } from './group-forms.rules.ts'

type Half = Record<'same' | 'apart', [Partial<Form>, Partial<Form>][]>
const pairs = JSON.parse(await readFile(`${import.meta.dirname}/works.pairs.json`, 'utf8')) as Record<
  'seen' | 'unseen',
  Half
>

const form = (facts: Partial<Form>) => readForm({ title: '', author: '', isbn: null, language: null, ...facts })
const inOrder = (works: readonly string[][]) => works.toSorted((one, other) => (one.join() < other.join() ? -1 : 1))
const titles = (works: readonly ReadForm[][]) =>
  inOrder(works.map((forms) => forms.map(({ title }) => title).toSorted()))
const sizes = (works: readonly ReadForm[][]) => works.map((forms) => forms.length).toSorted((one, other) => one - other)
/** The forms, distributed over works. */
const group = (listed: readonly Partial<Form>[]) => groupForms(listed.map(form), [])
const areOne = ([one, other]: readonly Partial<Form>[]) => group([one!, other!]).length === 1

describe.each(Object.entries(pairs))('of the labelled pairs, %s', (_, { same, apart }) => {
  test('at most one in a hundred of those that are apart is joined', () => {
    expect(apart.length).toBe(50)
    expect(apart.filter(areOne)).toEqual([])
  })

  test('at least 80 of a hundred that belong together are', () => {
    expect(same.length).toBe(50)
    expect(same.filter(areOne).length / same.length).toBeGreaterThanOrEqual(0.8)
  })
})

describe('an ISBN', () => {
  const isbn = '9780590353427'
  const stone = { title: 'Harry Potter and the Sorcerer’s Stone', author: 'J.K. Rowling', isbn }

  test('joins titles that are written unlike each other', () => {
    expect(areOne([stone, { ...stone, title: 'Harry Potter, vol. 1: Sorcerer’s Stone' }])).toBe(true)
    expect(areOne([stone, { ...stone, title: 'Sorcerer’s Stone', author: 'Rowling' }])).toBe(true)
  })

  test('joins neither titles with little in common, nor other volumes or languages', () => {
    expect(areOne([stone, { ...stone, title: 'Quidditch Through the Ages' }])).toBe(false)
    expect(areOne([stone, { ...stone, title: 'Harry Potter and the Chamber of Secrets' }])).toBe(false)
    expect(
      areOne([
        { ...stone, title: 'Bleach, Vol. 1' },
        { ...stone, title: 'Bleach, Vol. 2' },
      ]),
    ).toBe(false)
    expect(
      areOne([
        { ...stone, language: 'en' },
        { ...stone, language: 'fr' },
      ]),
    ).toBe(false)
  })
})

test.each([
  ['One Hundred Years of Solitude', '100 Years of Solitude'],
  ['Nineteen Eighty-Four', '1984'],
  ['Around the World in Eighty Days', 'Around the World in 80 Days'],
  ['The Seven Husbands', 'The 7 Husbands'],
])('%s is %s', (title, other) => {
  expect(areOne([title, other].map((written) => ({ title: written, author: 'A. Writer' })))).toBe(true)
})

describe('works', () => {
  const listed = [
    { title: 'Letters', author: 'Kingsley Amis' },
    { title: 'Letters', author: 'Martin Amis' },
    { title: 'Letters', author: 'Amis' },
    { title: 'Good Omens', author: 'Neil Gaiman' },
    { title: 'Good Omens', author: 'Pratchett, Terry' },
    { title: 'Good Omens', author: 'Terry Pratchett and Neil Gaiman' },
    { title: 'Faust', author: 'Goethe', language: 'de' },
    { title: 'Faust', author: 'Goethe', language: 'en' },
    { title: 'Faust', author: 'Goethe' },
    { title: 'Bleach, Volume 1', author: 'Tite Kubo', isbn: '9781591164418' },
    { title: 'Bleach', author: 'Tite Kubo', isbn: '9781591164418' },
    { title: 'Bleach, Vol. 2', author: 'Tite Kubo' },
  ]

  test('join what others tell to be one, and never what contradicts', () => {
    expect(titles(group(listed.slice(3, 6)))).toHaveLength(1)
    expect(sizes(group(listed.slice(0, 3)))).toEqual([1, 2])
    expect(sizes(group(listed.slice(6, 9)))).toEqual([1, 2])
    expect(titles(group(listed.slice(9)))).toEqual([['Bleach, Vol. 2'], ['Bleach', 'Bleach, Volume 1']])
  })

  test('are the same in whatever order the copies come', async () => {
    const random = seeded(119)
    const forms = [...(await realTitles()).slice(0, 500), ...listed, ...Object.values(pairs).flatMap(ofHalf)].map(form)
    const works = sorted(groupForms(forms, []))
    for (let turn = 0; turn < 5; turn += 1) {
      const shuffled = forms
        .map((one) => ({ one, at: random() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ one }) => one)
      expect(sorted(groupForms(shuffled, []))).toEqual(works)
    }
  })

  test('of the real titles are those that one would call one', async () => {
    const forms = [...new Map((await realTitles()).map(form).map((one) => [one.id, one])).values()]
    const joined = titles(groupForms(forms, [])).filter((work) => work.length > 1)
    expect(joined).toEqual(process.env.BOOKS_CSV ? [["'Salem's Lot", "'Salem's Lot"]] : [])
  })
})

const ofHalf = ({ same, apart }: Half) => [...same, ...apart].flat()
const sorted = (works: readonly ReadForm[][]) => inOrder(works.map((forms) => forms.map(({ id }) => id).toSorted()))
