import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { live, runProgram } from '#tests/kit/shop-process.ts'
import { setInFile } from './set-in-file.ts'

const nothingSet = Object.fromEntries(Object.keys(live).map((name) => [name, '']))
const NEW = 'https://new.example.org'

test('npm run domain plans, and with --apply sets the address in its file', { timeout: 120_000 }, async () => {
  const [{ url }, dataDir] = [await testDatabase(), await aFolder()]
  const file = path.join(dataDir, 'dogear.env')
  const rest = `DATABASE_URL=${url}\nDOGEAR_MODE=live\nSMTP_URL=smtp://127.0.0.1:9\nMAIL_FROM=b@example.org\n`
  await writeFile(file, `# The club's\nPUBLIC_URL="https://localhost:1"\n${rest}`, { mode: 0o600 })
  const domain = (...args: string[]) => runProgram('tools/domain/domain.ts', args, { ...nothingSet, DATA_DIR: dataDir })

  for (const args of [[], ['nowhere'], [`${NEW}/shop`], [NEW, 'more']])
    expect(await domain(...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Say which: npm run domain'),
    })

  const planned = await domain(NEW)
  expect(planned.output).toContain(`From https://localhost:1 to ${NEW}:`)
  expect(planned.output).toContain(`PUBLIC_URL is https://localhost:1, set in ${file}, line 2.`)
  expect(planned.output).toContain('Nothing was changed.')
  expect([planned.code, await readFile(file, 'utf8')]).toEqual([0, expect.stringContaining('localhost:1"\n')])

  const refused = await domain('http://new.example.org', '--apply')
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('PUBLIC_URL: ')])

  const applied = await domain(NEW, '--apply')
  expect(applied.output).toContain(
    `${file} has PUBLIC_URL=${NEW} and FORMER_URLS=https://localhost:1 now. Start the shop again.`,
  )
  expect([applied.code, await readFile(file, 'utf8')]).toEqual([
    0,
    `# The club's\nPUBLIC_URL=${NEW}\n${rest}FORMER_URLS=https://localhost:1\n`,
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const again = await domain(NEW, '--apply')
  expect(again.output).toContain(`The shop’s address is ${NEW}.`)
  expect(again.output).not.toContain('Start the shop again')
  expect(again.output).not.toContain(new URL(url).password)
})

test('of a file’s lines the last with a name is set, and a link to it stays', async () => {
  const folder = await aFolder()
  const [file, link] = ['real.env', 'linked.env'].map((name) => path.join(folder, name)) as [string, string]
  await writeFile(file, 'A=1\nexport A = 2\n#A=3\nAB=4')
  await symlink(file, link)
  await setInFile(link, { A: 'x', B: 'y' })
  expect(await readFile(file, 'utf8')).toBe('A=1\nA=x\n#A=3\nAB=4\nB=y')
  expect(await readFile(link, 'utf8')).toContain('A=x')
})
