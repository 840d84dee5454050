import { expect, test } from 'vitest'
import { packagesOfServer } from './import-packages.ts'

test('are those that the server’s sources import, and no sources, types or tests', async () => {
  const names = await packagesOfServer()
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'zod/mini', 'better-auth', 'node:path']))
  expect(names.filter((name) => /^[.#]|^vitest$|^@react-router/.test(name))).toEqual([])
})
