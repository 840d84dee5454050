import { expect, test } from 'vitest'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { pictureRefusal } from './picture-check.ts'

test.each(['image/jpeg', 'image/png', 'image/webp'])('%s of the largest size is fine', (type) => {
  expect(pictureRefusal({ type, size: MOST_IMAGE_BYTES })).toBeNull()
})

test.each(['image/gif', 'image/svg+xml', 'application/pdf', ''])('%j is refused', (type) => {
  expect(pictureRefusal({ type, size: 10 })).toBe('Please choose a JPEG, PNG or WebP picture.')
})

test('one byte too many is refused, with its size in words that make sense', () => {
  expect(pictureRefusal({ type: 'image/png', size: MOST_IMAGE_BYTES + 1 })).toBe(
    'This picture is 10.1 MB. The limit is 10 MB.',
  )
})

test('an empty file is refused', () => {
  expect(pictureRefusal({ type: 'image/png', size: 0 })).toContain('empty')
})
