import { expect, test } from 'vitest'
import { rasterise } from './rasterise.ts'
import { openSharp } from './sharp.ts'

test('drawings of ours are decoded, and the decoder stays shut to others', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"/>'
  const [picture] = await Promise.all([rasterise(svg), rasterise(svg)])
  expect(await openSharp()(picture).metadata()).toMatchObject({ format: 'png', width: 10, height: 20 })
  await expect(rasterise('no drawing')).rejects.toThrow('unsupported image format')
  await expect(openSharp()(Buffer.from(svg)).png().toBuffer()).rejects.toThrow('unsupported image format')
})
