import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createVitest, type Vitest } from 'vitest/node'
import type { Mutation } from './mutation.ts'

/** A mutation whose tests take longer than that has them run in a circle: no test's own limit ends that. */
const RUN_MS = 10 * 60_000

/**
 * Runs tests in a copy of the checkout, all by the same Vitest, so that the database is set up once, and what nothing has
 * changed in is read once. A run ends at the first failure.
 */
export class TestsOfCopy {
  readonly #folder: string
  #vitest: Promise<Vitest> | null = null

  constructor(folder: string) {
    this.#folder = folder
    // Tests look for the checkout's files from where they run.
    process.chdir(folder)
  }

  /** Runs test files on the code as it is. Gives the first that failed, with its file; null where all passed. */
  async run(tests: readonly string[]): Promise<string | null> {
    const vitest = await (this.#vitest ??= this.#start())
    const specifications = await vitest.globTestSpecifications([...tests])
    const ended = await Promise.race([
      vitest.runTestSpecifications(specifications),
      sleep(RUN_MS, null, { ref: false }),
    ])
    if (!ended) {
      await this.close()
      return 'the tests never ended'
    }
    // Of earlier runs it has the results, too.
    const ran = new Set(specifications.map(({ moduleId }) => moduleId))
    for (const module of ended.testModules.filter(({ moduleId }) => ran.has(moduleId))) {
      const [failed] = module.children.allTests('failed')
      const [error] = module.errors()
      const words = failed?.fullName ?? error?.message
      if (words !== undefined) return `${path.relative(this.#folder, module.moduleId)}: ${words.split('\n')[0]}`
    }
    return ended.unhandledErrors.length > 0 ? 'an error that no test caught' : null
  }

  /** The first test that notices a mutation, which is undone afterwards; null where all passed. */
  async runMutated({ file, tests, apply }: Mutation): Promise<string | null> {
    const place = path.join(this.#folder, file)
    const text = await readFile(place, 'utf8')
    await this.#write(place, apply(text))
    try {
      for (const group of tests) {
        const failed = await this.run(group)
        if (failed !== null) return failed
      }
      return null
    } finally {
      await this.#write(place, text)
    }
  }

  async close(): Promise<void> {
    const vitest = await this.#vitest
    this.#vitest = null
    await vitest?.close()
  }

  async #start(): Promise<Vitest> {
    const vitest = await createVitest('test', {
      root: this.#folder,
      watch: false,
      bail: 1,
      retry: 0,
      reporters: [{}],
      silent: true,
    })
    // Without a file to run it only sets itself up.
    await vitest.standalone()
    return vitest
  }

  async #write(place: string, text: string): Promise<void> {
    await writeFile(place, text)
    const vitest = await this.#vitest
    vitest?.invalidateFile(place)
  }
}
