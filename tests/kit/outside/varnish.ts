import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { root } from '#tools/run-step.ts'
import { aFolder } from '../afterwards.ts'
import { until } from '../until.ts'

const TOKEN = 'a-token-of-this-varnish'

/** Varnish on a free port, with deploy/varnish/dogear.vcl before a shop that may still be starting. */
export interface Varnish {
  origin: string
  /** Settings of the shop behind it. */
  env: Record<string, string>
  stop(): Promise<unknown>
}

export async function startVarnish(shopPort: number): Promise<Varnish> {
  const port = await freePort()
  const folder = await aFolder()
  const file = path.join(folder, 'dogear.vcl')
  const vcl = (await readFile(path.join(root, 'deploy/varnish/dogear.vcl'), 'utf8'))
    .replace('.port = "4000"', `.port = "${shopPort}"`)
    .replace('the-token-of-CDN_PURGE_TOKEN', TOKEN)
  await writeFile(file, vcl)
  const listening = ['-a', `127.0.0.1:${port}`, '-n', path.join(folder, 'working')]
  const child = spawn('varnishd', ['-F', '-j', 'none', '-f', file, '-s', 'malloc,256m', ...listening], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(origin).then(
      () => true,
      () => child.exitCode !== null,
    ),
  )
  return {
    origin,
    env: { PUBLIC_URL: origin, TRUST_PROXY: '1', CDN_PURGE_URL: `${origin}/.purge`, CDN_PURGE_TOKEN: TOKEN },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
