import { index, route } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#client/app/routes.ts'
import { addressesWithoutScreen, emptyScreens, screens } from './kit/screens.ts'

test('every address of the shop is among the screens that are looked at', () => {
  expect(addressesWithoutScreen(routes)).toEqual([])
})

test('a new address is noticed, wherever it stands', () => {
  const added = [
    index('home.tsx'),
    route('attic', 'attic.tsx'),
    route('dashboard', 'dashboard.tsx', [index('choose.tsx'), route('my-attic/:id', 'my-attic.tsx')]),
  ]
  expect(addressesWithoutScreen(added)).toEqual(['attic', 'dashboard/my-attic/:id'])
})

test.each([
  ['full', screens],
  ['empty', emptyScreens],
])('no two screens of a %s shop go by the same name', (_club, listed) => {
  const names = listed.map(({ route, as, state }) => [route, as, state].join())
  expect(names).toEqual([...new Set(names)])
})
