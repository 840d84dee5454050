// npm run mutate: mutation testing. Makes small changes of the code, one at a time, in a copy of the checkout, and
// names those that no test notices (surviving mutants): on the lines that differ from where the branch left `main`,
// with the listed mutations of those files. `-- --base REV` compares with another commit, `-- PATH …` takes whole files
// or folders, `-- --listed` the listed ones alone, `-- --most N` at most N mutations per file.
import { parseArgs } from 'node:util'
import { beginRun } from '#tests/kit/run-folder.ts'
import { changedLines, usualBase } from './mutate/changed-lines.ts'
import { generatedIn, listedIn, type Places } from './mutate/choose.ts'
import { copyOfTree, gitLines } from './mutate/copy-of-tree.ts'
import { listedMutations } from './mutate/listed.ts'
import type { Mutation } from './mutate/mutation.ts'
import { TestsOfCopy } from './mutate/tests-of-copy.ts'
import { closeLater, runAndClose } from './run-and-close.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, listed: { type: 'boolean' }, most: { type: 'string', default: '6' } },
})

async function choose(): Promise<Mutation[]> {
  if (!/^\d{1,6}$/.test(values.most)) throw new Error(`Not a number: ${values.most}. Write npm run mutate -- --most 6`)
  if (values.listed) return [...listedMutations]
  const named =
    positionals.length > 0 && (await gitLines('ls-files', '-co', '--exclude-standard', '--', ...positionals))
  const places: Places = named
    ? new Map(named.map((file) => [file, null]))
    : await changedLines(values.base ?? (await usualBase()))
  return [...listedIn([...places.keys()]), ...(await generatedIn(places, Number(values.most)))]
}

async function mutateAll(): Promise<boolean> {
  const mutations = await choose()
  console.log(`${mutations.length} mutations`)
  if (mutations.length === 0) return true
  closeLater(beginRun())
  const tests = new TestsOfCopy(await copyOfTree())
  closeLater(() => tests.close())
  const survivors: string[] = []
  for (const mutation of mutations) {
    const started = performance.now()
    const failed = await tests.runMutated(mutation)
    if (failed === null) survivors.push(mutation.name)
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${failed === null ? 'SURVIVED' : 'caught  '} ${mutation.name}  (${seconds} s)`)
    if (failed !== null) console.log(`         by ${failed}`)
  }
  console.log(`\n${mutations.length - survivors.length} caught, ${survivors.length} survived`)
  for (const name of survivors) console.log(`  ${name}`)
  return survivors.length === 0
}

await runAndClose(mutateAll)
