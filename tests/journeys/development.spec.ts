import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { untilHydrated, waitForHydration } from '#tests/kit/browser/hydration.ts'
import { copyOfDrawnDemo } from '#tests/kit/drawn-demo.ts'
import { live, runProgram, startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'

const here = path.resolve(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['.git', 'build', 'data', 'node_modules', 'screens', 'test-results', '.dev', 'docs'])

interface Checkout {
  shop: ShopProcess
  /** Changes a file as an editor would. */
  edit(file: string, from: string, to: string): Promise<void>
}

/** The development server of a copy of this checkout, in which a test may change what it likes. */
const test = base.extend<object, { checkout: Checkout }>({
  checkout: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is asked for
    async ({}, use) => {
      const folder = await temporaryFolder()
      for (const name of await readdir(here))
        if (!LEFT_OUT.has(name)) await cp(path.join(here, name), path.join(folder, name), { recursive: true })
      await symlink(path.join(here, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
      const shop = await startShop({
        program: 'tools/dev.ts',
        checkout: folder,
        dataDir: await copyOfDrawnDemo(),
        // The programs set it themselves.
        env: { NODE_ENV: 'production', DOGEAR_MODE: 'demo' },
      })
      await use({ shop, edit: (file, from, to) => edit(path.join(folder, file), from, to) })
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
  await writeFile(file, text.replace(from, to))
}

// Serial, on the same copy; a start takes as long as the machine is busy.
test.describe.configure({ mode: 'serial', timeout: 240_000 })
const patience = { timeout: 90_000 }

test('a screen’s change is hot-reloaded, and a server’s change restarts it over the same database', async ({
  checkout: { shop, edit },
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  waitForHydration(page.context())
  await page.goto(`${shop.origin}/login`)
  // Until Vite is ready there is a page that says so and loads again by itself: it has no scripts that could be awaited.
  await page.waitForSelector('html[data-hydrated]', { state: 'attached' })
  await page.getByLabel('Email').fill('half@typed')
  // A reload would lose it.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await edit('client/screens/login/login.tsx', '<h1>Login</h1>', '<h1 className="uppercase">Come in</h1>')
  await expect(page.getByRole('heading', { level: 1, name: 'Come in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('half@typed')

  await edit('client/look/tokens.css', ':root {', ':root { --as-changed: 1;')
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--as-changed')))
    .toBe('1')
  await expect(page.getByLabel('Email')).toHaveValue('half@typed')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(complaints).toEqual([])

  const told = async () => ((await (await fetch(`${shop.origin}/api/nowhere`)).json()) as { detail: string }).detail
  const books = async () => (await fetch(`${shop.origin}/api/all-books`)).text()
  const before = await books()
  await edit('server/api-routes.ts', 'There’s no such call.', 'Nobody answers to that.')
  await expect.poll(() => told().catch(() => ''), patience).toBe('Nobody answers to that.')
  expect(await books()).toBe(before)
  expect(shop.output()).toContain('server/api-routes.ts changed; starting the server again.')
  // Never in a loop.
  const times = (words: RegExp) => shop.output().match(words)?.length ?? 0
  expect(times(/The server ended/g)).toBeLessThanOrEqual(times(/changed; starting the server again/g))

  // The page that was open loads again by itself, and goes on hearing of changes.
  await page.waitForFunction(() => !('isSamePage' in window), null, patience)
  await untilHydrated(page)
  await edit('client/screens/login/login.tsx', '>Come in</h1>', '>Welcome</h1>')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible(patience)
})

test('npm run dev refuses to open a live shop', async () => {
  const { code, output } = await runProgram('tools/dev.ts', [], { ...live, DATA_DIR: await temporaryFolder() })
  expect(code).toBe(1)
  expect(output).toMatch(/^npm run dev is for working on the shop, [^\n]*\n$/)
})
