// npm run prove -- [--steps N] [--seed S] [--at-once N]: randomized tests, in which people deal with each other in random
// order for N steps. They are shared by as many processes as there are cores, each with a database and a seed of its own
// (S, S + 1, …). A failure prints its seed, which repeats it with --at-once 1.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runPackage } from './run-step.ts'

const RANDOMIZED = ['server/orders/deals.test.ts', 'server/orders/disputes/random-disputes.test.ts']

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now()) },
    'at-once': { type: 'string', default: String(availableParallelism()) },
  },
})
const [steps, seed, atOnce] = [Number(values.steps), Number(values.seed), Number(values['at-once'])]
const wrong = Object.values(values).filter((text) => !/^\d{1,15}$/.test(text))
if (wrong.length > 0 || atOnce < 1) {
  console.error(`Not a number: ${wrong.join(', ') || atOnce}. Write npm run prove -- --steps 5000 --seed 1`)
  process.exitCode = 1
} else {
  console.log(`${steps} steps with the seed ${seed}, in ${atOnce} processes`)
  const begun = performance.now()
  const codes = await Promise.all(
    Array.from({ length: atOnce }, (_, place) =>
      runPackage('vitest', ['run', '--maxWorkers=1', ...RANDOMIZED], {
        PROVE_STEPS: String(Math.ceil(steps / atOnce)),
        PROVE_SEED: String(seed + place),
      }),
    ),
  )
  process.exitCode = Math.max(...codes)
  const minutes = (performance.now() - begun) / 60_000
  console.log(`${minutes.toFixed(1)} minutes, with the starts of the databases`)
}
