import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { screenSettings } from '#contract/settings/shop-settings.ts'
import { readConfig } from '#server/config.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { readEnvFile, type EnvFile } from './env-file.ts'
import { SECRETS } from './secret-files.ts'
import { readSettings, settings, SETTINGS, type Setting } from './settings.ts'

/** The settings under each heading. */
const parts: { heading: string; names: Setting[] }[] = []
for (const name of SETTINGS) {
  const { heading } = settings[name]
  if (heading !== undefined) parts.push({ heading, names: [] })
  parts.at(-1)!.names.push(name)
}
const labels = new Map<string, string>(Object.values(screenSettings).map(({ env, label }) => [env, label]))

function row(name: Setting): string {
  const { what, secret, default: usual, otherwise = usual === undefined ? '' : `\`${usual}\`` } = settings[name]
  const label = labels.get(name)
  const more = `${label === undefined ? '' : ` On the screen: *${label}*.`}${secret ? ` Or \`${name}_FILE\`.` : ''}`
  return `| \`${name}\` | ${what}${more} | ${otherwise} |`
}
const tables = parts.map(({ heading, names }) =>
  [`\n## ${heading}\n`, '| Name | Meaning | Otherwise |', '| --- | --- | --- |', ...names.map(row), ''].join('\n'),
)

const EXAMPLE_HEAD = `# Nothing here has to be set: without settings, npm start opens the demo on http://localhost:4000.
# Copied to dogear.env in the data folder, or to a file that --env-file names, it is read by npm start and all tools; a
# service manager's EnvironmentFile and Compose's env_file take it, too. Comments stand on lines of their own, because
# service managers take the rest of a line for the value. A secret may be in a file of its own: SMTP_URL_FILE names the
# one that holds SMTP_URL. Made from server/config/settings.ts, as docs/settings.md is.
`
function exampleOf(name: Setting): string {
  const { what, default: usual = '', example = usual, secret } = settings[name]
  const plain = what.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
  return `# ${plain}\n# ${name}=${/\s/.test(example) || secret === 'password' ? `"${example}"` : example}\n`
}
const examples = parts.map(({ heading, names }) => `\n# --- ${heading}\n${names.map(exampleOf).join('')}`)

// Written again by `npm test -- server/config/settings.test.ts -u`.
test('docs/settings.md is made from the declarations, below its introduction', async () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const introduction = page.slice(0, page.indexOf('\n## '))
  await expect(introduction + tables.join('')).toMatchFileSnapshot('../../docs/settings.md')
})

test('.env.example is made from the declarations', async () => {
  await expect(EXAMPLE_HEAD + examples.join('')).toMatchFileSnapshot('../../.env.example')
})

test('.env.example can be given to a service manager as it stands, which takes all behind the = for the value', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z\d_]+)=(.*)$/gm)
  const given = Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value.replaceAll('"', '')]))
  expect(Object.keys(given)).toEqual(SETTINGS)
  const config = readConfig(given)
  expect(config.backups?.dir).toBe('/srv/backups/dogear')
  expect(config.database).toEqual({
    kind: 'server',
    url: 'postgres://dogear:password@server:5432/dogear',
    pooler: 'postgres://dogear:password@localhost:5432/dogear',
    replicas: ['postgres://dogear:password@replica:5432/dogear'],
  })
})

test('.env.example is a dogear.env as Node reads it, without a warning', async () => {
  const file = path.join(await aFolder(), 'dogear.env')
  await writeFile(file, readFileSync('.env.example', 'utf8').replaceAll(/^# (?=[A-Z\d_]+=)/gm, ''))
  const read = readEnvFile(file) as EnvFile
  expect(read.warnings).toEqual([])
  expect(Object.keys(read.values).toSorted()).toEqual(SETTINGS.toSorted())
  expect(() => readConfig(read.values)).not.toThrow()
})

test('programs of others that prepare a start are given none of the secrets', () => {
  const withheld = readFileSync('tools/run/without-secrets.mjs', 'utf8').matchAll(/^ {2}'(\w+)',$/gm)
  expect(Array.from(withheld, ([, name]) => name)).toEqual(SECRETS)
})

test('nothing reads what is no declared setting', () => {
  // @ts-expect-error: it isn't declared.
  expect(readSettings({ BEES: '1' }).values.BEES).toBeUndefined()
  const files = globSync('server/**/*.ts', { exclude: (file) => file.endsWith('.test.ts') })
  const read = files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/[eE]nv(?:ironment)?\.([A-Z][A-Z\d_]*)|\bprocess\.env\b/g),
      ([, name = 'all of it']) => `${file}: ${name}`,
    ),
  )
  const known = [...SETTINGS, 'NODE_ENV', 'DOGEAR_ENV_FILE']
  const undeclared = read.filter((each) => !known.some((name) => each.endsWith(`: ${name}`)))
  const readers = ['given-environment.ts: all of it', 'run-shop.ts: all of it']
  // Variables that systemd sets for a service; they are no settings.
  const ofSystemd = ['systemd/given-by-systemd.ts: LISTEN_FDNAMES', 'systemd/service-manager.ts: all of it']
  expect(new Set(undeclared)).toEqual(new Set([...readers, ...ofSystemd].map((each) => `server/${each}`)))
})
