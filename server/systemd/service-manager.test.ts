import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { afterwards, aFolder } from '#tests/kit/afterwards.ts'
import { until } from '#tests/kit/until.ts'
import { takeGivenBySystemd } from './given-by-systemd.ts'
import { ServiceManager } from './service-manager.ts'

test('takes what systemd gives this process off the environment', () => {
  const env = {
    NOTIFY_SOCKET: '/run/systemd/notify',
    WATCHDOG_USEC: '60000000',
    WATCHDOG_PID: '7',
    LISTEN_FDS: '2',
    LISTEN_PID: '7',
    LISTEN_FDNAMES: 'a:b',
    PORT: '4000',
  }
  expect(takeGivenBySystemd({ ...env }, 7)).toEqual({
    notifySocket: '/run/systemd/notify',
    watchdogMs: 60_000,
    sockets: [3, 4],
  })
  // Meant for the process that started us.
  expect(takeGivenBySystemd({ ...env }, 8)).toMatchObject({ watchdogMs: null, sockets: [] })
  expect(takeGivenBySystemd({ LISTEN_FDS: '1' }, 8)).toEqual({ notifySocket: null, watchdogMs: null, sockets: [] })
  takeGivenBySystemd(env, 7)
  expect(env).toEqual({ PORT: '4000' })
})

describe.skipIf(process.platform === 'win32')('a service', () => {
  const { PATH } = process.env
  afterEach(() => void (process.env.PATH = PATH))

  /** Puts a systemd-notify first that writes down what it is given; returns what was told so far, a line each. */
  async function aNotifier(
    program = 'printf "%s" "$NOTIFY_SOCKET" >> "$0.told"; printf " [%s]" "$@" >> "$0.told"; echo >> "$0.told"',
  ) {
    const folder = await aFolder()
    const file = path.join(folder, 'systemd-notify')
    await writeFile(file, `#!/bin/sh\n${program}\n`)
    await chmod(file, 0o755)
    process.env.PATH = `${folder}:${PATH}`
    return async () => (await readFile(`${file}.told`, 'utf8').catch(() => '')).split('\n').slice(0, -1)
  }

  async function aServer(answer: RequestListener) {
    const server = createServer(answer).listen(0, '127.0.0.1')
    afterwards(async () => void server.close())
    await until(() => server.listening)
    return server
  }

  const given = { notifySocket: '@here', watchdogMs: null, sockets: [] }

  test('tells how it is, in order', async () => {
    const told = await aNotifier()
    const manager = new ServiceManager(given, () => {})
    void manager.status('Starting')
    void manager.status('Updating the database')
    await manager.opened(await aServer(() => {}))
    await manager.closing('Port 4000 is in use.\nAnd more.')
    expect(await told()).toEqual([
      '@here [STATUS=Starting]',
      '@here [STATUS=Updating the database]',
      '@here [READY=1] [STATUS=Open]',
      '@here [STOPPING=1] [STATUS=Port 4000 is in use.]',
    ])
  })

  test('feeds the watchdog while its health call is answered, and only then', async () => {
    const told = await aNotifier()
    const signs = async () => (await told()).filter((line) => line === '@here [WATCHDOG=1]').length
    let [status, asked] = [200, 0]
    const server = await aServer((request, response) => {
      expect(request.url).toBe('/api/health')
      asked++
      response.writeHead(status).end()
    })
    const manager = new ServiceManager({ ...given, watchdogMs: 400 }, () => {})
    await manager.opened(server)
    await until(async () => (await signs()) >= 2)
    status = 503
    const before = asked
    await until(() => asked > before + 1)
    // After the sign of the last good answer.
    await manager.status('Not well')
    const silent = await signs()
    await until(() => asked > before + 3)
    await manager.status('Still not well')
    expect(await signs()).toBe(silent)
    status = 200
    await until(async () => (await signs()) > silent)
    await manager.closing('Closing')
    expect((await told()).at(-1)).toBe('@here [STOPPING=1] [STATUS=Closing]')
  })

  test('that nobody hears says so once, and goes on', async () => {
    await aNotifier('echo "No such file or directory" >&2; exit 1')
    const said: string[] = []
    const manager = new ServiceManager(given, (line) => said.push(line))
    await manager.status('Starting')
    await manager.status('Updating the database')
    expect(said).toEqual([
      expect.stringMatching(/^systemd can't be told how the shop is: .*No such file or directory$/s),
    ])
  })

  test('that systemd doesn’t run tells nobody', async () => {
    const told = await aNotifier()
    const manager = new ServiceManager({ ...given, notifySocket: null, watchdogMs: 1000 }, () => {})
    await manager.status('Starting')
    await manager.opened(await aServer(() => {}))
    await manager.closing('Closing')
    expect(await told()).toEqual([])
  })
})
