// npm run prove -- [--steps N] [--seed S]: randomized tests, in which people deal with each other in random order for N
// steps. A failure prints its seed, which repeats it.
import { parseArgs } from 'node:util'
import { runPackage } from './run-step.ts'

const RANDOMIZED = ['server/orders/deals.test.ts', 'server/orders/disputes/random-disputes.test.ts']

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '5000' }, seed: { type: 'string', default: String(Date.now()) } },
})
const numbers = { PROVE_STEPS: values.steps, PROVE_SEED: values.seed }
const wrong = Object.values(numbers).filter((text) => !/^\d{1,15}$/.test(text))
if (wrong.length > 0) {
  console.error(`Not a number: ${wrong.join(', ')}. Write npm run prove -- --steps 5000 --seed 1`)
  process.exitCode = 1
} else {
  console.log(`${values.steps} steps with the seed ${values.seed}`)
  process.exitCode = await runPackage('vitest', ['run', ...RANDOMIZED], numbers)
}
