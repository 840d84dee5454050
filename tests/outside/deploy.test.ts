import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { readSteps, unseen } from '#tests/kit/outside/deploy-page.ts'
import { isOfAService, readRunbook } from '#tests/kit/outside/runbook-page.ts'
import { until } from '#tests/kit/until.ts'
import { DOMAIN, runIn, startIn } from '#tools/outside/machine.ts'

const pid = Number(process.env.OUTSIDE_MACHINE)
const NODE = '/opt/dogear/bin/node'
/** Authority of Caddy's certificates for names below localhost. */
const AUTHORITY = '/etc/caddy-authority.crt'
const env = { NODE_EXTRA_CA_CERTS: AUTHORITY }

/** What readers of the page say is theirs. */
const mine: Record<string, string> = {
  VERSION: process.env.OUTSIDE_VERSION ?? '',
  DOMAIN,
  ADMIN: 'ada@example.org',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'books@example.org',
}
const variables = Object.entries(mine)
  .map(([name, value]) => `${name}='${value}'\n`)
  .join('')

/** A mail server that writes down what it is sent. */
const MAILBOX = `
process.stdin.resume().on('end', () => process.exit())
require('node:net').createServer((socket) => {
  let [isData, heard] = [false, '']
  socket.write('220 box\\r\\n')
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text
    // Wherever the network cuts what is sent.
    if (!heard.endsWith(isData ? '\\r\\n.\\r\\n' : '\\r\\n')) return
    if (isData) process.stdout.write(heard)
    isData = !isData && /^DATA/i.test(heard)
    heard = ''
    socket.write(isData ? '354 go on\\r\\n' : '250 ok\\r\\n')
  })
}).listen(2525, '127.0.0.1')`

/**
 * Asks an address again and again, each time on a connection of its own, and prints the status or the error; `told`
 * where a start took so long that it was answered in words.
 */
const VISITOR = `
process.stdin.resume().on('end', () => process.exit())
const { get } = require('node:https')
const ask = () => get({ host: '${DOMAIN}', path: process.argv[1], agent: false }, (answer) => {
  let words = ''
  answer.setEncoding('utf8').on('data', (text) => (words += text)).once('end', () => {
    console.log(answer.statusCode === 503 && words.includes('We’re opening the shop.') ? 'told' : answer.statusCode)
    setTimeout(ask, 10)
  })
}).on('error', ({ code }) => { console.log(code); setTimeout(ask, 10) })
ask()`

const inMachine = async (commands: string) => {
  const { code, output } = await runIn(pid, variables + commands, env)
  expect({ code, output }).toEqual({ code: 0, output })
  return output
}

const running: ChildProcess[] = []
afterAll(() =>
  Promise.all(
    running.map((child) => {
      child.stdin?.end()
      return once(child, 'close')
    }),
  ),
)

/** Starts a program that runs in the machine until the end; returns what it has said so far. */
function beside(command: readonly string[]): () => string {
  const child = startIn(pid, command, env)
  running.push(child)
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  return () => said
}

const steps = await readSteps()
const mainWay = steps.filter(({ way }) => way === '')

describe('docs/deploy.md on a bare Debian', { timeout: 600_000 }, () => {
  let mails = () => ''

  test('asks readers for what they know alone', () => {
    const asked = steps.find(({ way }) => way === 'variables')
    expect(asked?.commands.match(/^\w+(?==)/gm)).toEqual(Object.keys(mine))
  })

  test.each(mainWay.map((step, at) => [step.section, at] as const))('%s (block %i)', async (section, at) => {
    const step = mainWay[at]!
    // The reader's mail server is there before the shop is.
    if (section.startsWith('3.')) mails = beside([NODE, '-e', MAILBOX])
    const output = await inMachine(step.commands)
    expect({ unseen: unseen(step, output), output }).toEqual({ unseen: [], output })
    // Nobody trusts that authority by itself.
    if (section.startsWith('5.'))
      await inMachine(`
        root=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
        until [ -s $root ]; do sleep 0.1; done
        install -m 644 $root ${AUTHORITY}`)
  })

  test('sends the doctor’s email', async () => {
    await until(() => mails().includes('To: '))
    expect(mails()).toMatch(/^To: .*ada@example\.org/m)
  })

  test('runs the shop as a user without rights', async () => {
    const status = await inMachine('cat /proc/$(systemctl show --property MainPID --value dogear.service)/status')
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).not.toMatch(/^Uid:\s+0\s/m)
  })

  test('refuses nobody during a restart', async () => {
    const pages = beside([NODE, '-e', VISITOR, '/'])
    const calls = beside([NODE, '-e', VISITOR, '/api/books-categories'])
    const searches = beside([NODE, '-e', VISITOR, '/api/search?q=book'])
    const lines = () =>
      [pages, calls, searches].flatMap((said) =>
        said()
          .split('\n')
          .filter((line) => line !== ''),
      )
    await until(() => lines().length > 20)
    await inMachine('systemctl restart dogear.service')
    const before = lines().length
    await until(() => lines().length > before + 20)
    expect(lines().filter((line) => line !== '200' && line !== 'told')).toEqual([])
    // The shop's own database goes last: nothing under way lost it.
    expect(await inMachine('journalctl --unit dogear.service --no-pager')).not.toMatch(/57P0|ended by itself/)
  })

  test('starts a shop again that answers no more', async () => {
    await inMachine(`
      mkdir -p /etc/systemd/system/dogear.service.d
      printf '[Service]\\nWatchdogSec=20\\nTimeoutStopSec=2\\n' > /etc/systemd/system/dogear.service.d/quick.conf
      systemctl daemon-reload
      systemctl restart dogear.service
      kill -STOP $(systemctl show --property MainPID --value dogear.service)`)
    const state = () => inMachine('systemctl show --property ActiveState,NRestarts dogear.service')
    await until(async () =>
      /ActiveState=active\nNRestarts=[1-9]|NRestarts=[1-9]\nActiveState=active/.test(await state()),
    )
    expect(await inMachine('journalctl --unit dogear.service --no-pager')).toContain('Watchdog timeout')
  })

  test('says that it is closed', async () => {
    await inMachine('systemctl stop dogear.socket dogear.service')
    const closed = await inMachine(
      `${NODE} -e "fetch('https://${DOMAIN}/').then(async (answer) => console.log(answer.status, answer.headers.get('retry-after'), await answer.text()))"`,
    )
    expect(closed).toMatch(/^503 5 .*The shop is closed for a moment\./m)
    await inMachine('systemctl start dogear.socket dogear.service')
  })

  test('does what the runbook says by commands of the service', async () => {
    const commands = (await readRunbook()).commands.filter(isOfAService)
    expect(commands.length).toBeGreaterThan(3)
    // Of a line that the log has for certain.
    const number = await inMachine(
      `${NODE} -e "fetch('https://${DOMAIN}/').then((answer) => process.stdout.write(answer.headers.get('x-request-id')))"`,
    )
    for (const command of commands) {
      const { code, output } = await runIn(pid, variables + command.replace('NUMBER', number), env)
      const isNothingToTakeBack =
        command.includes('--back') && code === 1 && output.includes('there is nothing to take back')
      expect({ command, output, isRight: code === 0 || isNothingToTakeBack }).toMatchObject({ isRight: true })
    }
  })

  test('has nginx in Caddy’s place', async () => {
    const step = steps.find(({ way }) => way === 'nginx')
    // Let’s Encrypt is out of reach; Caddy’s certificate stands in for its.
    await inMachine(`
      systemctl stop caddy
      live=/etc/letsencrypt/live/${DOMAIN}
      mkdir -p $live /var/www/html
      cd /var/lib/caddy/.local/share/caddy/certificates/local/${DOMAIN}
      cp ${DOMAIN}.crt $live/fullchain.pem
      cp ${DOMAIN}.key $live/privkey.pem`)
    const output = await inMachine(step!.commands.replace(/^certbot .*\n/m, ''))
    expect(output).toContain('syntax is ok')
    const ask = `${NODE} -e "fetch('https://${DOMAIN}/api/ready').then(async (answer) => console.log(answer.status, await answer.text()))"`
    expect(await inMachine(ask)).toMatch(/^200 .*"status":"ok"/m)
    await inMachine('systemctl stop dogear.socket dogear.service')
    expect(await inMachine(ask)).toMatch(/^503 .*The shop is closed for a moment\./m)
    await inMachine('systemctl start dogear.socket dogear.service')
  })

  test('is updated, with its unit, as the runbook says', async () => {
    // The next release differs in its version alone.
    await inMachine(`
      cp -a /opt/dogear-$VERSION /opt/dogear-99.0.0
      sed -i "s/$VERSION/99.0.0/" /opt/dogear-99.0.0/dogear /opt/dogear-99.0.0/package.json`)
    const update = 'dogear update /opt/dogear-99.0.0 --service dogear'
    expect(await inMachine(`${update} --plan`)).toContain(`From Dogear ${mine.VERSION} to 99.0.0.`)
    await inMachine(update)
    const state = 'systemctl is-active dogear.socket dogear.service; readlink -f /opt/dogear; dogear --version'
    expect(await inMachine(state)).toBe('active\nactive\n/opt/dogear-99.0.0\nDogear 99.0.0\n')
  })

  test('is no demo for lack of its settings', async () => {
    await inMachine(`
      systemctl stop dogear.socket dogear.service
      mv /var/lib/dogear/dogear.env /root
      journalctl --unit dogear.service --no-pager --quiet --lines 1 --cursor-file /root/cursor > /dev/null
      systemctl start --no-block dogear.service`)
    let said = ''
    await until(async () => {
      said += await inMachine('journalctl --unit dogear.service --no-pager --quiet --cursor-file /root/cursor')
      return /PUBLIC_URL: /.test(said)
    })
    expect(said).not.toContain(' is open at ')
    await inMachine('systemctl stop dogear.socket dogear.service; mv /root/dogear.env /var/lib/dogear')
  })

  test('opens a shop on a PostgreSQL of Debian’s', async () => {
    const step = (name: string) => steps.find(({ way, section }) => way === name || section.startsWith(name))!
    await inMachine(`
      for folder in /var/lib/dogear /var/backups/dogear; do mv $folder $folder-before; done
      install -d -o dogear -g dogear -m 700 /var/lib/dogear /var/backups/dogear`)
    for (const name of ['3.', 'postgresql', '4.']) await inMachine(step(name).commands)
    const { output } = await runIn(pid, 'dogear doctor', env)
    expect(output).toContain('with the database dogear on localhost:5432')
    expect(output).toMatch(/ Database: ok$/m)
    const tables = await inMachine('cd / && runuser -u postgres -- psql dogear -Atc "SELECT count(*) FROM books"')
    expect(tables.trim()).toBe('0')
  })

  test('has units that systemd’s own verifier takes', async () => {
    const said = await inMachine(
      'systemd-analyze verify /etc/systemd/system/dogear.service /etc/systemd/system/dogear.socket',
    )
    expect(said).toBe('')
    const [, exposure = '10'] =
      /exposure level for dogear\.service: ([\d.]+)/.exec(
        await inMachine('systemd-analyze security --no-pager dogear.service'),
      ) ?? []
    expect(Number(exposure)).toBeLessThan(3)
  })
})
