import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { href } from '#contract/href.ts'
import { screens } from '#contract/screens.ts'

const roots = [...new Set(screens.flatMap(({ path }) => /^[\w-]+/.exec(path)?.[0] ?? []))]
/** A literal address of a screen, or one behind the shop's own; feeds have endings of their own. */
const ADDRESS = new RegExp(String.raw`(?:['"\`]|[pP]ublicUrl\}|[pP]ublicUrl\)\})/(?:${roots.join('|')})(?![\w.-])`, 'g')
/** Contexts where a path belongs to a call or a route, or is a key that the compiler checks. */
const TYPED = /(?:href|authPath)\($|[:|] $|path: |_PAGE = $|fromUrl|url === /

/** better-auth names some of its endpoints as we name screens; the settings' descriptions are prose. */
const OTHER_ADDRESSES = /^server\/(?:providers\/embedded-identity\/(?!embedded-identity\.ts)|config\/settings\.ts)/

/** Finds literal addresses in a source, by line; skips comments and checked ones. */
function literalsIn(source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    if (/^\s*(?:\/\/|\/?\*)|\bfrom ['"]/.test(line)) return []
    return [...line.matchAll(ADDRESS)].flatMap(({ 0: found, index }) => {
      const isKey = /^\s*$/.test(line.slice(0, index)) && /^[\w/-]*['"]:/.test(line.slice(index + 1))
      return isKey || TYPED.test(line.slice(0, index)) ? [] : `${at + 1}: ${found}`
    })
  })
}

describe('addresses of screens', () => {
  test('are made by href, in the browser and on the server', async () => {
    const files = execFileSync('git', ['ls-files', 'client', 'server'], { encoding: 'utf8' })
      .split('\n')
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !OTHER_ADDRESSES.test(file))
    expect(files.length).toBeGreaterThan(300)
    const found = await Promise.all(
      files.map(async (file) => literalsIn(await readFile(file, 'utf8')).map((literal) => `${file}:${literal}`)),
    )
    expect(found.flat()).toEqual([])
  })

  test.each([
    '<Link to="/dashboard/account#name">',
    'to={`/sellers/${id}`}',
    '`Your books: ${site.publicUrl}/dashboard/my-products`',
    "navigate('/login')",
  ])('by hand are found: %s', (line) => expect(literalsIn(line)).toHaveLength(1))

  test('take their parameters encoded, and leave out what is optional', () => {
    expect(href('/all-products')).toBe('/all-products')
    expect(href('/report/:kind/:id', 'book', 'a/b')).toBe('/report/book/a%2Fb')
    expect(href('/advertise/:advertiseId/:slug?', 'x')).toBe('/advertise/x')
    expect(href('/advertise/:advertiseId/:slug?', 'x', 'über')).toBe('/advertise/x/%C3%BCber')
    // @ts-expect-error -- no such screen
    href('/attic')
    // @ts-expect-error -- whose?
    href('/sellers/:id')
  })
})
