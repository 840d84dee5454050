import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { readConfig, type ConfigError } from './config.ts'
import { saveDatabase, saveLastStart } from './last-start.ts'
import { loadSettings } from './load-settings.ts'

interface Places {
  environment?: Record<string, string>
  named?: string
  own?: string
  /** The environment of the last start. */
  last?: Record<string, string>
}

/** Settings of a data folder with these files and this environment. */
async function load({ environment = {}, named, own, last }: Places, options: { asTool?: boolean } = {}) {
  const dataDir = await aFolder()
  const [namedFile, ownFile] = [path.join(dataDir, 'named.env'), path.join(dataDir, 'dogear.env')]
  if (named !== undefined) await writeFile(namedFile, named)
  if (own !== undefined) await writeFile(ownFile, own, { mode: 0o640 })
  if (last) await saveLastStart(dataDir, { environment: last, envFile: null, values: last })
  const loaded = await loadSettings({
    environment: { DATA_DIR: dataDir, ...environment },
    envFile: named === undefined ? null : namedFile,
    ...options,
  })
  return { ...loaded, dataDir, namedFile, ownFile }
}

const live = 'DOGEAR_MODE=live\nPUBLIC_URL=https://books.example.org\nMAIL_FROM=books@example.org\n'
const mistakesOf = (loaded: Awaited<ReturnType<typeof load>>): ConfigError => {
  try {
    readConfig(loaded.values, loaded)
  } catch (error) {
    return error as ConfigError
  }
  throw new Error('There is no mistake.')
}

describe('of several places the first counts that has a setting', () => {
  const all = { environment: { PORT: '1' }, last: { PORT: '2' }, named: 'PORT=3', own: 'PORT=4' }
  const { environment: _, ...noEnvironment } = all
  test.each<[title: string, places: Places, asTool: boolean, port: string | undefined]>([
    ['the environment', all, false, '1'],
    ['the environment, of a tool', all, true, '1'],
    ['the named file', noEnvironment, false, '3'],
    ['the named file, of a tool', noEnvironment, true, '3'],
    ['the environment of the last start, of a tool alone', { last: { PORT: '2' }, own: 'PORT=4' }, true, '2'],
    ['dogear.env, for a start', { last: { PORT: '2' }, own: 'PORT=4' }, false, '4'],
    ['dogear.env, where the environment is empty', { environment: { PORT: ' ' }, own: 'PORT=4' }, false, '4'],
    ['none', { last: { PORT: '2' } }, false, undefined],
  ])('%s', async (_title, places, asTool, port) => {
    expect((await load(places, { asTool })).values.PORT).toBe(port)
  })

  test('a secret’s file in one place comes before the secret in the next', async () => {
    const file = path.join(await aFolder(), 'smtp')
    await writeFile(file, 'smtp://first.example.org\n')
    const loaded = await load({ environment: { SMTP_URL_FILE: file }, own: 'SMTP_URL=smtp://second.example.org' })
    expect(loaded.values.SMTP_URL).toBe('smtp://first.example.org')
    expect(loaded.mistakes).toEqual([])
    expect(loaded.origins.get('SMTP_URL')).toEqual({ place: 'the environment', line: undefined, secretFile: file })
  })
})

test('the data folder may be named in the file that is named, and not in its own', async () => {
  const [folder, file] = [await aFolder(), path.join(await aFolder(), 'club.env')]
  await writeFile(file, `DATA_DIR=${folder}`)
  await writeFile(path.join(folder, 'dogear.env'), `PORT=4170\nDATA_DIR=${folder}`)
  const loaded = await loadSettings({ environment: { DOGEAR_ENV_FILE: file } })
  expect(loaded).toMatchObject({ configuredDir: folder, isNamed: true, mistakes: [], values: { PORT: '4170' } })
  expect(loaded.readFrom).toBe(`the environment, ${file} and ${folder}/dogear.env`)
  const elsewhere = await load({ own: 'DATA_DIR=/srv/elsewhere' })
  expect(mistakesOf(elsewhere).message).toMatch(
    /^DATA_DIR: names another folder than the one where \S+dogear\.env lies;/,
  )
})

test('a file that is named and its folder’s own may be the same, which is read once', async () => {
  const dataDir = await aFolder()
  const file = path.join(dataDir, 'dogear.env')
  await writeFile(file, `DATA_DIR=${dataDir}\nPORTS=1`)
  const { warnings, files } = await loadSettings({ environment: {}, envFile: path.join(dataDir, '.', 'dogear.env') })
  expect([warnings.length, files]).toEqual([1, [file]])
})

test('a live start that lacks settings names all of them, the file that it read, and the one that it would read', async () => {
  const nothing = mistakesOf(await load({ environment: { DOGEAR_MODE: 'live' } }))
  expect(nothing.message.split('\n').map((line) => line.split(':')[0])).toEqual(['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])
  expect(nothing.readFrom).toMatch(/^the environment; there is no \S+\/dogear\.env, which would be read, too$/)
  const read = mistakesOf(await load({ own: live }))
  expect(read.message).toMatch(/^SMTP_URL: missing;[^\n]*$/)
  expect(read.readFrom).toMatch(/^the environment and \S+\/dogear\.env$/)
})

test('mistakes and mistyped names of a file have their line; those of an environment have none', async () => {
  const loaded = await load({
    environment: { BACKUPDIR: '/x', FOREIGN: 'x' },
    own: 'PORT=many\n\nMAIL_FORM=a@b.example\nNODE_EXTRA_CA_CERTS=/x\nDOGEAR_NAME_FILE=/x',
  })
  const at = (line: number) => ` (${loaded.ownFile}, line ${line})`
  expect(mistakesOf(loaded).message.split('\n')).toEqual([
    `PORT: must be a whole number${at(1)}`,
    'BACKUPDIR: is no setting, and has no effect; BACKUP_DIR is one',
    `MAIL_FORM: is no setting, and has no effect; MAIL_FROM is one${at(3)}`,
    `NODE_EXTRA_CA_CERTS: is no setting, and has no effect${at(4)}`,
    `DOGEAR_NAME_FILE: is no setting, and has no effect; only secrets have a file, write DOGEAR_NAME itself${at(5)}`,
  ])
})

test('a file that is named has to be there', async () => {
  const folder = await aFolder()
  const missing = await loadSettings({ environment: { DATA_DIR: folder }, envFile: '/nowhere/club.env' })
  expect(missing.mistakes).toEqual(["--env-file: /nowhere/club.env can't be read: there is no such file"])
  const none = await loadSettings({ environment: { DATA_DIR: folder }, envFile: '' })
  expect(none.mistakes).toEqual(['--env-file: write the path of a file after it'])
  await mkdir(path.join(folder, 'dogear.env'))
  const own = await loadSettings({ environment: { DATA_DIR: folder }, envFile: null })
  expect(own.mistakes).toEqual([`DATA_DIR: ${folder}/dogear.env can't be read: it is a folder`])
})

describe('a secret in a file of its own', () => {
  const secret = 'smtps://shop:a-password-of-mail@mail.example.org'
  async function secretFile(text = `${secret}\n`, mode = 0o640): Promise<string> {
    const file = path.join(await aFolder(), 'smtp')
    await writeFile(file, text)
    await chmod(file, mode)
    return file
  }

  test('is its content without the line’s end, and a secret like any other', async () => {
    const file = await secretFile()
    const loaded = await load({ own: `${live}SMTP_URL_FILE=${file}` })
    const config = readConfig(loaded.values, loaded)
    expect(config).toMatchObject({ mail: { kind: 'smtp', url: secret }, warnings: [] })
    expect(config.secrets).toContain('a-password-of-mail')
  })

  test('beside the secret itself is refused', async () => {
    const file = await secretFile()
    const loaded = await load({ own: `${live}SMTP_URL=${secret}\nSMTP_URL_FILE=${file}` })
    expect(mistakesOf(loaded).message).toBe(
      `SMTP_URL, SMTP_URL_FILE: both are set; take one of them away (${loaded.ownFile}, line 4)`,
    )
  })

  test('that can’t be read, or is empty, is told once and not as missing', async () => {
    const loaded = await load({ own: `${live}SMTP_URL_FILE=/nowhere/smtp` })
    expect(mistakesOf(loaded).message).toBe(
      `SMTP_URL_FILE: /nowhere/smtp can't be read: there is no such file (${loaded.ownFile}, line 4)`,
    )
    const file = await secretFile(' \n')
    expect(mistakesOf(await load({ own: live, environment: { SMTP_URL_FILE: file } })).message).toBe(
      `SMTP_URL_FILE: ${file} is empty`,
    )
  })

  test('with a mistake in it names the file, and repeats nothing of it', async () => {
    const file = await secretFile('mail.example.org a-password-of-mail')
    const { message } = mistakesOf(await load({ own: live, environment: { SMTP_URL_FILE: file } }))
    expect(message).toMatch(/^SMTP_URL: must look like smtps:\/\/user:password@host:465;/)
    expect(message).toContain(` (${file})`)
  })

  test.skipIf(process.platform === 'win32')(
    'that everybody may read is told, and so is a file of settings',
    async () => {
      const file = await secretFile(undefined, 0o644)
      const { warnings } = await load({ own: `${live}SMTP_URL_FILE=${file}` })
      expect(warnings).toEqual([`SMTP_URL: every user of this machine can read ${file}; run chmod o-r ${file}`])
      const { ownFile, dataDir } = await load({ own: `${live}SMTP_URL=${secret}` })
      const again = async () => (await loadSettings({ environment: { DATA_DIR: dataDir }, envFile: null })).warnings
      expect(await again()).toEqual([])
      await chmod(ownFile, 0o644)
      expect(await again()).toEqual([
        `SMTP_URL: every user of this machine can read ${ownFile}; run chmod o-r ${ownFile}`,
      ])
      // A closed folder keeps its files closed.
      await chmod(dataDir, 0o700)
      expect(await again()).toEqual([])
    },
  )
})

describe('what a tool knows of the last start', () => {
  const started = async (environment: Record<string, string>, own: string) => {
    const dataDir = await aFolder()
    await writeFile(path.join(dataDir, 'dogear.env'), own)
    const loaded = await loadSettings({ environment: { ...environment, DATA_DIR: dataDir }, envFile: null })
    await saveLastStart(dataDir, { ...loaded, environment })
    const asTool = () => loadSettings({ environment: { DATA_DIR: dataDir }, envFile: null, asTool: true })
    return { dataDir, asTool }
  }
  const database = (name: string) => `postgres://u:p@localhost:5432/${name}`

  test('is its environment; the files are read again', async () => {
    const { dataDir, asTool } = await started({ PORT: '4170' }, `HOST=first\nDATABASE_URL=${database('first')}`)
    expect((await asTool()).values).toMatchObject({ PORT: '4170', HOST: 'first', DATABASE_URL: database('first') })
    await writeFile(path.join(dataDir, 'dogear.env'), `DATABASE_URL=${database('second')}`)
    const { values, hasStarted } = await asTool()
    expect(values).toMatchObject({ PORT: '4170', DATABASE_URL: database('second') })
    expect([values.HOST, hasStarted]).toEqual([undefined, true])
  })

  test('after a move is the new database, whatever a file says until it is changed', async () => {
    const { dataDir, asTool } = await started({}, `DATABASE_URL=${database('first')}`)
    await saveDatabase(dataDir, database('moved'))
    expect((await asTool()).values.DATABASE_URL).toBe(database('moved'))
  })

  test('holds of a secret’s file the path alone', async () => {
    const file = path.join(await aFolder(), 'key')
    await writeFile(file, 'GOCSPX-of-the-file')
    const { dataDir, asTool } = await started({ GOOGLE_CLIENT_SECRET_FILE: file }, '')
    expect((await asTool()).values.GOOGLE_CLIENT_SECRET).toBe('GOCSPX-of-the-file')
    expect(await readFile(path.join(dataDir, 'last-start.json'), 'utf8')).not.toContain('GOCSPX-of-the-file')
  })
})
