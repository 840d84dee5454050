import { describe, expect, test } from 'vitest'
import { imageAddress, imageHash, imageSources, isImageFile } from './image-addresses.ts'

const HASH = '0123456789abcdef0123456789abcdef'

test('a picture is called by its hash, and by nothing else', () => {
  expect(imageAddress(HASH)).toBe(`/images/${HASH}/1200.webp`)
  expect(imageHash(`/images/${HASH}/1200.webp`)).toBe(HASH)
  for (const hash of ['', '..', HASH.slice(1), HASH.toUpperCase(), `${HASH}/..`, `${HASH}${HASH}0`, `${HASH}\n`])
    expect(imageAddress(hash)).toBeNull()
})

describe('an address', () => {
  test.each([
    ['of a smaller file', `/images/${HASH}/640.avif`],
    ['at another shop', `https://example.org/images/${HASH}/1200.webp`],
    ['below another path', `/other/images/${HASH}/1200.webp`],
    ['with a query', `/images/${HASH}/1200.webp?x`],
    ['that goes up', `/images/../images/${HASH}/1200.webp`],
    ['with a line before it', `\n/images/${HASH}/1200.webp`],
  ])('%s is not the picture’s own', (_what, address) => {
    expect(imageHash(address)).toBeNull()
  })

  test('of each stored file is one of a picture', () => {
    for (const file of ['320.webp', '640.webp', '1200.webp', '320.avif', '640.avif', '1200.avif'])
      expect(isImageFile(`/images/${HASH}/${file}`)).toBe(true)
    for (const file of ['100.webp', '320.png', '.', '', '320.webp/', 'x/320.webp'])
      expect(isImageFile(`/images/${HASH}/${file}`)).toBe(false)
  })
})

test('the files of a picture are known wherever it is served from', () => {
  const at = `https://books.example.org/images/${HASH}`
  expect(imageSources(`${at}/1200.webp`)).toEqual({
    avif: `${at}/320.avif 320w, ${at}/640.avif 640w, ${at}/1200.avif 1200w`,
    webp: `${at}/320.webp 320w, ${at}/640.webp 640w, ${at}/1200.webp 1200w`,
  })
  expect(imageSources('https://i.example.org/cover.jpg')).toBeNull()
})
