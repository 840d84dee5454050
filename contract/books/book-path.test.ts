import { expect, test } from 'vitest'
import { bookPath, bookSlug } from './book-path.ts'

const ID = '3f0a2b4c-1111-4222-8333-444455556666'

test.each([
  ['The Keeper’s 3rd Winter', 'the-keepers-3rd-winter'],
  ['  C++ & C#:  a “primer” ', 'c-c-a-primer'],
  ['Éléonore', 'éléonore'],
  ['E\u0301te\u0301', 'été'],
  ['Дом, которого никто не продал', 'дом-которого-никто-не-продал'],
  ['三体', '三体'],
  ['كتاب الرمل', 'كتاب-الرمل'],
  ['हिन्दी', 'हिन्दी'],
  ['1984', '1984'],
  ['…', ''],
  ['../..', ''],
  ['\u{D800}lone', 'lone'],
  ['a/b?c#d%2Fe', 'a-b-c-d-2fe'],
  ['word '.repeat(20), 'word-word-word-word-word-word-word-word-word-word-word-word'],
  ['字'.repeat(80), '字'.repeat(60)],
  ['𝒳'.repeat(80), '𝒳'.repeat(60)],
])('%s', (title, slug) => {
  expect(bookSlug(title)).toBe(slug)
  // What an address says is what is compared with it.
  expect(decodeURIComponent(bookPath({ id: ID, title })).replace(`/advertise/${ID}`, '')).toBe(slug && `/${slug}`)
})

test('an address has nothing in it but letters, figures, hyphens and percent signs', () => {
  expect(bookPath({ id: ID, title: 'Größe & <b>三体</b>' })).toMatch(/^\/advertise\/[\w-]+\/[\w%-]+$/)
})
