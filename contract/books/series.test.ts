import { expect, test } from 'vitest'
import { seriesOf, seriesPhrase } from './series.ts'

test.each([
  ['Catching Fire (The Hunger Games, #2)', 'The Hunger Games, book 2'],
  ['Dune (Dune Chronicles #1)', 'Dune Chronicles, book 1'],
  ['The Colour of Magic (Discworld, #1; Rincewind #1)', 'Discworld, book 1'],
  ['The Hunger Games Trilogy Boxset (The Hunger Games, #1-3)', 'The Hunger Games, books 1–3'],
  ['Fairest (The Lunar Chronicles, #3.5)', 'The Lunar Chronicles, book 3.5'],
  ['Ranma ½, Vol. 1 (Ranma ½ (US 2nd), #1)', 'Ranma ½ (US 2nd), book 1'],
  ['Beyond Exile (Day by Day Armageddon,# 2)', 'Day by Day Armageddon, book 2'],
  ['The Journals of May Dodd (One Thousand White Women#1)', 'One Thousand White Women, book 1'],
  ['Tears of the Giraffe (No. 1 Ladies’ Detective Agency, #2)', 'No. 1 Ladies’ Detective Agency, book 2'],
  ['New Moon (The Twilight Saga, Book 2)', 'The Twilight Saga, book 2'],
  ['A Storm of Swords: Steel and Snow (A Song of Ice and Fire, #3: Part 1 of 2)', 'A Song of Ice and Fire, book 3'],
])('%s is told to be of %s', (title, phrase) => {
  expect(seriesPhrase(seriesOf(title)!)).toBe(phrase)
})

test.each([
  'Catch-22',
  'Fahrenheit 451',
  'Pride and Prejudice (Penguin Classics, 2002)',
  'Saga #1',
  'Emma (Book 1)',
  '(#1)',
  '',
])('%s names no series', (title) => {
  expect(seriesOf(title)).toBeNull()
})
