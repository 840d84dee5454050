import { access } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { frameOf } from '#client/app/frame.ts'
import { routesOf } from '#client/app/routes.ts'
import { screens as table, type Screen } from '#contract/screens.ts'
import { emptyScreens, screens, screensOf } from '#tests/kit/browser/screens.ts'

const attic: Screen = {
  path: 'attic',
  file: 'attic/attic.tsx',
  access: 'public',
  menu: { company: [9, 'What we found'] },
  siteMap: 'itself',
  isIndexed: true,
}
const modes = [{ catalogue: 'open' }, { catalogue: 'search' }, { catalogue: 'members' }] as const
const framesWith = (those: readonly Screen[]) => modes.map((site) => frameOf(site, those))

test('every screen of the table is a file', async () => {
  await Promise.all(table.map(({ file }) => access(`client/screens/${file}`)))
  expect(new Set(table.map(({ path }) => path)).size).toBe(table.length)
})

test('a new public page needs only its row', () => {
  const those = [...table, attic]
  expect(routesOf(those)).toContainEqual(
    expect.objectContaining({ id: 'attic', path: 'attic', file: '../screens/attic/attic.tsx' }),
  )
  for (const { open, found, menus } of framesWith(those)) {
    expect([open.includes('attic'), found.includes('attic')]).toEqual([true, true])
    expect(menus.company.at(-1)).toEqual({ to: '/attic', label: 'What we found' })
  }
  expect(screensOf(those)).toContainEqual(expect.objectContaining({ route: 'attic', as: 'visitor' }))
})

test('a screen of the dashboard lies in its frame, below its address', () => {
  const frame = routesOf([...table, { ...attic, path: 'dashboard/attic/:id' }]).find(({ id }) => id === 'frame')
  expect(frame?.children?.map(({ path, index }) => (index ? '' : path))).toEqual(
    expect.arrayContaining(['', 'my-orders', 'attic/:id']),
  )
})

test.each([
  ['all-products', [true, false, false]],
  ['books/:category_name', [true, false, false]],
  ['sellers/:id', [true, true, false]],
])('%s is public and found exactly where the setting opens it', (id, isOpen) => {
  const frames = framesWith(table)
  expect(frames.map(({ open }) => open.includes(id))).toEqual(isOpen)
  expect(frames.map(({ found }) => found.includes(id))).toEqual(isOpen)
})

test('search is public unless for members, and never for those who search the web', () => {
  const frames = framesWith(table)
  expect(frames.map(({ open }) => open.includes('search'))).toEqual([true, true, false])
  expect(frames.map(({ found }) => found.includes('search'))).toEqual([false, false, false])
})

test('who reads it matters on the auth screens, on the dashboard and where there is nothing', () => {
  for (const { open } of framesWith(table))
    expect(open.filter((id) => /^(dashboard|login|register|buy|outbox|[*])/.test(id))).toEqual([])
})

test('a screen whose address has a parameter must be told how to be shown', () => {
  expect(() => screensOf([{ ...attic, path: 'attic/:id' }])).toThrow('how to show /attic/:id')
})

test.each([
  ['full', screens],
  ['empty', emptyScreens],
])('no two screens of a %s shop go by the same name', (_club, listed) => {
  const names = listed.map(({ route, as, state }) => [route, as, state].join())
  expect(names).toEqual([...new Set(names)])
})
