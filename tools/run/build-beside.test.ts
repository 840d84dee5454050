import { appendFile, cp, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { buildScreens, live, runProgram, startShop } from '#tests/kit/shop-process.ts'

const here = path.resolve(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['.git', 'data', 'node_modules', 'screens', 'test-results', '.dev', 'docs', 'tests', 'bench'])

/** A copy of this checkout with its built screens, which a test may change. */
async function aCheckout(): Promise<string> {
  await buildScreens()
  const folder = await aFolder()
  for (const name of await readdir(here))
    if (!LEFT_OUT.has(name)) await cp(path.join(here, name), path.join(folder, name), { recursive: true })
  await symlink(path.join(here, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  return folder
}

// A process of its own with an embedded database.
describe.skipIf(process.env.DATABASE_URL)('screens built beside a running shop', { timeout: 240_000 }, () => {
  test('are those of the next start: the running one has every file of its pages', async () => {
    const checkout = await aCheckout()
    const shop = await startShop({ env: live, checkout })
    onTestFinished(() => shop.stop().then(() => {}))
    const assetsOf = async ({ origin }: { origin: string }) => {
      const page = await (await fetch(`${origin}/login`)).text()
      const names = new Set(page.match(/\/assets\/[^"') ]+/g))
      const answers = await Promise.all([...names].map((name) => fetch(origin + name)))
      return answers.map(({ url, status }) => [new URL(url).pathname, status] as const)
    }
    const before = await assetsOf(shop)
    expect(before.length).toBeGreaterThan(5)
    await appendFile(path.join(checkout, 'client/look/book-page.css'), '\n.changed { color: red; }\n')
    const asked: (readonly [string, number])[] = []
    const over = new AbortController()
    const build = runProgram(path.relative(here, path.join(checkout, 'tools/run.mjs')), ['--screens'], {})
    void build.finally(() => over.abort())
    for (; !over.signal.aborted; await new Promise((resolve) => setTimeout(resolve, 200)))
      asked.push(...(await assetsOf(shop)))
    expect(await build).toMatchObject({ code: 0, output: expect.stringContaining('Building the screens: done') })
    expect([...asked, ...(await assetsOf(shop))].filter(([, status]) => status !== 200)).toEqual([])
    expect(await assetsOf(shop)).toEqual(before)

    const next = await startShop({ env: live, checkout })
    onTestFinished(() => next.stop().then(() => {}))
    const after = await assetsOf(next)
    expect(after.map(([name]) => name)).not.toEqual(before.map(([name]) => name))
    expect(after.filter(([, status]) => status !== 200)).toEqual([])
  })
})
