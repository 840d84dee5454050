import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from '#tests/kit/browser/contrast.ts'

const TOKENS = 'client/look/tokens.css'
const tokens = readFileSync(TOKENS, 'utf8')
const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]
const grounds = ['paper', 'card', 'sunk']

function colour(name: string, scheme: Scheme): string {
  const pair = new RegExp(String.raw`--${name}: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`).exec(tokens)
  if (!pair) throw new Error(`No token ${name} in two schemes`)
  return pair[schemes.indexOf(scheme) + 1]!
}

const rounded = (ratio: number) => Math.round(ratio * 10) / 10

/** What the design promises: the contrast of each token on paper, card and sunk. */
const promised: Record<string, Record<Scheme, [paper: number, card: number, sunk: number]>> = {
  ink: { light: [15.2, 16.7, 13.3], dark: [15.2, 13.9, 16.1] },
  'ink-2': { light: [6.9, 7.6, 6.0], dark: [8.4, 7.6, 8.8] },
  stamp: { light: [6.3, 6.9, 5.5], dark: [8.0, 7.3, 8.5] },
  link: { light: [7.9, 8.7, 6.9], dark: [9.8, 8.9, 10.3] },
  ok: { light: [6.8, 7.5, 5.9], dark: [9.8, 8.9, 10.3] },
  warn: { light: [6.6, 7.2, 5.7], dark: [10.1, 9.2, 10.7] },
  edge: { light: [3.8, 4.1, 3.3], dark: [4.9, 4.4, 5.1] },
}

describe.each(schemes)('in the %s scheme', (scheme) => {
  test.each(Object.keys(promised))('%s stands out as the design promises', (name) => {
    const ratios = grounds.map((ground) => contrast(colour(name, scheme), colour(ground, scheme)))
    const off = ratios.map((ratio, place) => Math.abs(ratio - promised[name]![scheme][place]!))
    expect(Math.max(...off)).toBeLessThan(0.1)
    // Edges show where a field is; everything else is to be read.
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(name === 'edge' ? 3 : 4.5)
  })

  test('what stands on a button and in a selection can be read', () => {
    expect(rounded(contrast(colour('on-stamp', scheme), colour('stamp', scheme)))).toBe(
      { light: 6.9, dark: 8.0 }[scheme],
    )
    expect(contrast(colour('paper', scheme), colour('link', scheme))).toBeGreaterThanOrEqual(4.5)
  })
})

describe('colours', () => {
  const RAW = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!-)|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi
  const DEFAULT_PALETTE =
    /(?<![\w-])(?:bg|text|border|outline|ring|fill|stroke|decoration|accent|caret|divide|shadow|from|via|to)-(?:white|black|(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d+)(?![\w-])/g
  const offences = (source: string) => [...(source.match(RAW) ?? []), ...(source.match(DEFAULT_PALETTE) ?? [])]

  test('come from the tokens alone', () => {
    const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join('client', file))
      .filter((file) => /\.(css|tsx?)$/.test(file) && !file.endsWith('.test.ts') && file !== TOKENS)
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((file) => offences(readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`))
    expect(found).toEqual([])
  })

  test.each(['color: #fff', 'background: #1F1B16', 'rgb(0 0 0 / 0.3)', 'className="bg-red-500"', 'text-white'])(
    '%j is found',
    (source) => expect(offences(source)).toHaveLength(1),
  )

  test.each(['href="#main"', "from '#contract/books/books.ts'", 'bg-paper text-ink-2 border-edge', 'var(--card)'])(
    '%j is none',
    (source) => expect(offences(source)).toEqual([]),
  )
})
