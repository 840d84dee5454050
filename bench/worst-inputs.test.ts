import { expect, test } from 'vitest'
import { API_BASE } from '#contract/call.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { worstOfCalls, worstOfOpenCalls, worstOfOthers, worstOfScreens } from './worst-inputs.ts'
import type { Ask } from './worst-searches.ts'
import type { Stock } from './worst-stock.ts'

const calls = await worstOfOpenCalls()

test('every call that is open to anyone has a worst case, which `npm run bench -- worst` asks', () => {
  expect(Object.keys(calls).length).toBeGreaterThan(15)
  expect(Object.keys(worstOfCalls).filter((name) => !Object.hasOwn(calls, name))).toEqual([])
  const stock = { books: ['3f0a2b4c'] } as Stock
  expect(calls.getBook!.any!(stock, 1)).toMatchObject({ path: '/api/advertise/3f0a2b4c?past=1' })
})

test('so has every screen that anyone may open, at an address of its own', () => {
  const asked = Object.values(worstOfScreens).flatMap(Object.values<Ask>)
  const stock = { books: ['3f0a2b4c'], common: ['sea'], places: ['Quay'], seller: 'a', maps: [] } as unknown as Stock
  expect(asked.map((ask) => ask(stock, 1).path).filter((path) => /[:*]/.test(path))).toEqual([])
})

test('each has something to ask', () => {
  for (const cases of [...Object.values(calls), ...Object.values(worstOfScreens)])
    expect(Object.keys(cases)).not.toEqual([])
})

test('and so has every other address that is served to anyone', async () => {
  let routes = () => ''
  await startTestServer({
    plugins: [(app) => void (routes = () => app.printRoutes({ commonPrefix: false }))],
  })
  const above: string[] = []
  const served = routes()
    .split('\n')
    .flatMap((line) => {
      const [, part = '', methods] = /^[│ ]*[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
      const depth = line.search(/[^│ ]/) / 4
      above.splice(depth, above.length, part)
      return methods ? [`${methods.replace(', HEAD', '')} ${above.join('')}`] : []
    })
  const beside = served.filter((address) => !address.includes(API_BASE) && !address.endsWith('*'))
  expect(beside.length).toBeGreaterThan(8)
  expect(beside.filter((address) => !Object.hasOwn(worstOfOthers, address))).toEqual([])
})
