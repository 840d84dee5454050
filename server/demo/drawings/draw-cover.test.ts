import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bindingNames, dice, inksOf, mix } from './brush.ts'
import { drawCover } from './draw-cover.ts'
import { motifs, type Motif } from './motifs.ts'
import { rasterise } from '#server/images/rasterise.ts'

const names = Object.keys(motifs) as Motif[]

describe('a drawn cover', () => {
  test('is the same for the same book, and another for another', () => {
    expect(drawCover('Owl Hours', 'owl')).toBe(drawCover('Owl Hours', 'owl'))
    expect(drawCover('Owl Hours', 'owl')).not.toBe(drawCover('Owl Minutes', 'owl'))
    expect(new Set(names.map((motif) => drawCover('A book', motif, 'teal'))).size).toBe(names.length)
    expect(new Set(bindingNames.map((binding) => drawCover('A book', 'owl', binding))).size).toBe(12)
  })

  test.each(names)('%s: is drawn without letters, from shapes that are all there', (motif) => {
    const svg = drawCover(`A book with a ${motif}`, motif)
    expect(svg).not.toMatch(/<text|font|href|NaN|undefined|Infinity/)
  })

  test('fills its picture with colours', async () => {
    const picture = await rasterise(drawCover('Owl Hours', 'owl', 'mustard'))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 480, height: 720 })
    const { channels, isOpaque } = await sharp(picture).stats()
    expect(isOpaque).toBe(true)
    for (const { stdev } of channels.slice(0, 3)) expect(stdev).toBeGreaterThan(10)
  })

  test('leaves the door shut to other drawings', async () => {
    const svg = Buffer.from(drawCover('Owl Hours', 'owl'))
    await Promise.all([rasterise(svg.toString()), rasterise(svg.toString())])
    await expect(rasterise('no drawing')).rejects.toThrow('unsupported image format')
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow('unsupported image format')
  })
})

test('foil and its half-tones lie between the cloth and the foil', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(inksOf('bone')).toMatchObject({ cloth: '#E9DFC7', foil: '#2A2118' })
})

test('dice fall the same for the same text, between 0 and 1', () => {
  const throws = (text: string) => Array.from({ length: 50 }, dice(text))
  expect(throws('a')).toEqual(throws('a'))
  expect(throws('a')).not.toEqual(throws('b'))
  expect(throws('a').every((value) => value >= 0 && value < 1)).toBe(true)
})
