// npm run fuzz -- [--requests N] [--seed S]: asks every call of the API with hostile values, for each role, and for other
// people's things. A failure prints what was asked and the seed, which repeats it.
import { parseArgs } from 'node:util'
import { runPackage } from '#tools/run-step.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
  },
})
const numbers = { FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed }
if (Object.values(numbers).some((text) => !/^\d{1,9}$/.test(text))) {
  console.error('Write npm run fuzz -- --requests 20000 --seed 1')
  process.exitCode = 1
} else {
  console.log(`${values.requests} requests with the seed ${values.seed}`)
  process.exitCode = await runPackage('vitest', ['run', 'tools/fuzz/fuzz.test.ts'], numbers)
}
