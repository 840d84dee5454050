// npm run chaos -- [--minutes N] [--seed S] [--only WORD,WORD] [--pause MS]: runs the shop as a release runs it, lets
// people deal, and kills, freezes, cuts off and misleads it by a plan that the seed decides. After each fault everything
// that was acknowledged is compared with the database and the API. --pause 300 makes many faults in a short time: there is
// an acknowledged write between two of them even so. Exit code 1: something was lost or doubled, a promise is broken, or
// it didn't recover.
import { parseArgs } from 'node:util'
import { closeLater, runAndClose } from '#tools/run-and-close.ts'
import { Chaos } from './run-plan.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    pause: { type: 'string', default: '2800' },
  },
})
if (![values.minutes, values.seed, values.pause].every((text) => /^\d{1,9}$/.test(text))) {
  console.error('Write npm run chaos -- --minutes 10 --seed 1')
  process.exitCode = 1
} else
  await runAndClose(async () => {
    console.log(`${values.minutes} minutes with the seed ${values.seed}`)
    const [minutes, seed, pause] = [values.minutes, values.seed, values.pause].map(Number) as [number, number, number]
    const chaos = await Chaos.open({ seed, only: values.only, pause })
    closeLater(() => chaos.close())
    return chaos.run(minutes)
  })
