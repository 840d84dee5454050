import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { MOST_LIST_BYTES } from '#contract/books/brought-lists.ts'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { settings, SETTINGS } from '#server/config/settings.ts'
import { operatorCommands, ourFiles, type Manifest } from '#tools/release/our-files.ts'
import { readSteps, unseen } from './kit/outside/deploy-page.ts'

// What the files for operators repeat of the program. npm run test:outside -- deploy runs them.
const read = (name: string) => readFile(`deploy/${name}`, 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one)

test('everybody means the port that a shop has by default', async () => {
  const places = [
    found(await read('systemd/dogear.socket'), /^ListenStream=(.+)$/gm),
    found(await read('caddy/Caddyfile'), /DOGEAR_UPSTREAM:([\d.:]+)/g),
    found(await read('nginx/dogear.conf'), /^\tserver ([\d.:]+)/gm),
  ]
  for (const [place] of places) expect(place).toBe(`127.0.0.1:${settings.PORT.default}`)
  expect(await read('container/Dockerfile')).toContain(`PORT=${settings.PORT.default} `)
})

test('proxies let through what the shop takes, and a megabyte for the form around it', async () => {
  const most = Math.max(MOST_IMAGE_BYTES, MOST_LIST_BYTES) + 1_000_000
  const [caddy = '0'] = found(await read('caddy/Caddyfile'), /max_size (\d+)MB/g)
  const [nginx = '0'] = found(await read('nginx/dogear.conf'), /client_max_body_size (\d+)m;/g)
  for (const megabytes of [caddy, nginx]) expect(Number(megabytes) * 1e6).toBeGreaterThanOrEqual(most)
})

test('the shop believes its own proxy, which believes nobody', async () => {
  const [unit, compose, page] = [
    await read('systemd/dogear.service'),
    await read('container/compose.yaml'),
    await readFile('docs/deploy.md', 'utf8'),
  ]
  expect(page).toMatch(/^TRUST_PROXY=1$/m)
  expect(compose).toMatch(/^ {6}TRUST_PROXY: ['"]1['"]$/m)
  expect(unit).not.toContain('TRUST_PROXY')
  expect(await read('nginx/dogear.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(await read('caddy/Caddyfile')).not.toMatch(/trusted_proxies|header_up/)
})

test('only settings that exist are set', async () => {
  const image = found(await read('container/Dockerfile'), /^ENV (.+)$/gm).flatMap((line = '') => line.split(' '))
  const shop = /^ {2}shop:[^]*?(?=^ {2}\w)/m.exec(await read('container/compose.yaml'))?.[0] ?? ''
  const page = await readFile('docs/deploy.md', 'utf8')
  const files = found(page, /dogear\.env <<END\n([^]*?)^END$/gm).join('')
  const names = [
    ...image.map((pair) => pair.split('=')[0]),
    ...found(shop, /^ {6}([A-Z_]+): /gm).filter((name) => name !== 'VERSION'),
    ...found(files, /^(\w+)=/gm),
    ...found(page, /^(STRIPE_\w+)=/gm),
    ...found(await read('systemd/dogear.service'), /^Environment=(\w+)=/gm),
  ]
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) expect(SETTINGS).toContain(name)
})

describe('the page', async () => {
  const steps = await readSteps()

  test('shows after each part of its main way what one sees', () => {
    const main = Map.groupBy(
      steps.filter(({ way }) => way === ''),
      ({ section }) => section,
    )
    expect(main.size).toBe(8)
    for (const parts of main.values()) expect(parts.at(-1)!.seen).not.toEqual([])
  })

  test('names only commands of a release, and files that are in it', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
    const commands = operatorCommands(manifest).map(([command]) => command)
    const words = steps.map(({ commands: text }) => text).join('')
    const [used, named] = [found(words, /^dogear (\w+)/gm), found(words, /\/opt\/dogear\/(deploy\/\S+)/g)]
    expect(used.length).toBeGreaterThan(4)
    for (const command of used) expect([...commands, 'help']).toContain(command)
    expect(named.length).toBeGreaterThan(3)
    const packed = await ourFiles('.', [])
    for (const file of named) expect(packed).toContain(file)
  })

  test('names the files of the container', async () => {
    expect((await readdir('deploy/container')).toSorted()).toEqual(['Dockerfile', 'compose.yaml'])
  })

  test('compares what one sees with … as whatever', () => {
    const step = { section: '', way: '', commands: '', seen: ['a … (c)', 'd'] }
    expect(unseen(step, 'a b (c)\nd\n')).toEqual([])
    expect(unseen(step, 'a b (c) e\nc d')).toEqual(['a … (c)', 'd'])
  })
})
