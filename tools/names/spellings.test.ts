import { expect, test } from 'vitest'
import { spellingGroups, type CatalogueAuthor } from './spellings.ts'

const author = (names: string, more: Partial<CatalogueAuthor> = {}): CatalogueAuthor => ({
  names: names.split('/'),
  born: 1860,
  books: 9,
  ...more,
})

test('one name in several languages and alphabets, the usual spelling first', () => {
  const chekhov = author(
    'Chekhov, Anton Pavlovich/Чехов, Антон Павлович/Tschechow, Anton/Tchekhoff, Anton/Chekhonte, A.',
  )
  expect(spellingGroups([chekhov])).toEqual([
    ['chekhov', 'чехов', 'tschechow', 'tchekhoff'],
    ['anton', 'антон'],
  ])
})

test('pen names, names by marriage and titles are other names', () => {
  expect(spellingGroups([author('Gorky, Maksim/Пешков, Алексей/Peshkov, Alexey')])).toEqual([])
  expect(spellingGroups([author('Tolstoy, Leo, graf/Толстой, Лев/Tolstoy, graf Leo')])).toEqual([
    ['tolstoy', 'толстои'],
  ])
})

test('who has one alphabet and no antiquity is spelled in one way', () => {
  expect(spellingGroups([author('Brown, Ann/Browne, Ann')])).toEqual([])
  expect(spellingGroups([author('Virgil/Vergil', { born: -70 })])).toEqual([['virgil', 'vergil']])
})

test('whole names needn’t sound alike in another alphabet, and may be several words', () => {
  expect(spellingGroups([author('Laozi/老子/Lao Tzu', { born: null })])).toEqual([['laozi', '老子', 'lao tzu']])
})

test('authors of few books are left out, and a spelling is in one group', () => {
  const [one, other] = ['Petr/Петр', 'Petr/Пётр/Peter'].map((names) =>
    author(names.replaceAll(/(?<=^|\/)/g, 'Ivanov, ')),
  )
  expect(spellingGroups([author('Botev, Hristo/Ботев, Христо', { books: 2 })])).toEqual([])
  expect(spellingGroups([one!, other!])).toEqual([['petr', 'петр', 'peter']])
})
