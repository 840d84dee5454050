import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { root } from '#tools/run-step.ts'
import type { Mutation } from './mutation.ts'

/** Limit for an endless loop, which no test's own timeout ends. */
const RUN_MS = 10 * 60_000

/** Cleaning up may take longer after a test that was aborted by a failure elsewhere. */
const HOOK_MS = 30_000

/**
 * Runs tests in a copy of the checkout by a single Vitest, so that the database is set up once and unchanged modules
 * are cached. A run ends at the first failure.
 */
export class TestsOfCopy {
  readonly #folder: string
  readonly #sound = new Set<string>()
  #vitest: Promise<Vitest> | null = null

  constructor(folder: string) {
    this.#folder = folder
    // Tests find the checkout's files from their working directory.
    process.chdir(folder)
  }

  /** Runs test files. Returns the first failed test, with its file; null where all passed. */
  async #run(tests: readonly string[]): Promise<string | null> {
    const vitest = await (this.#vitest ??= this.#start())
    const specifications = await vitest.globTestSpecifications([...tests])
    const ended = await Promise.race([
      vitest.runTestSpecifications(specifications),
      sleep(RUN_MS, null, { ref: false }),
    ])
    if (!ended) {
      // Twice, like pressing Ctrl-C again: a test in an endless loop doesn't react to the first.
      await Promise.all([1, 2].map(() => vitest.cancelCurrentRun('test-failure')))
      return 'the tests never ended'
    }
    // Vitest also returns results of earlier runs.
    const ran = new Set(specifications.map(({ moduleId }) => moduleId))
    const modules = ended.testModules.filter(({ moduleId }) => ran.has(moduleId))
    const named = ({ moduleId }: TestModule, words: string) =>
      `${path.relative(this.#folder, moduleId)}: ${words.split('\n')[0]}`
    for (const module of modules)
      for (const { fullName } of module.children.allTests('failed')) return named(module, fullName)
    // Tests in progress at the first failure may fail by being aborted.
    for (const module of modules) for (const { message } of module.errors()) return named(module, message)
    return ended.unhandledErrors.length > 0 ? 'an error that no test caught' : null
  }

  /**
   * Applies a mutation, runs its tests and undoes it. Returns the first test that notices it; null where it survives.
   */
  async runMutated({ file, tests, apply }: Mutation): Promise<string | null> {
    const place = path.join(this.#folder, file)
    const text = await readFile(place, 'utf8')
    for (const group of tests) {
      await this.#write(place, apply(text))
      const failed = await this.#run(group)
      await this.#write(place, text)
      if (failed !== null) {
        await this.#requireSound(group)
        return failed
      }
    }
    return null
  }

  /** Throws where tests fail without any mutation. */
  async #requireSound(group: readonly string[]): Promise<void> {
    const name = group.join()
    if (this.#sound.has(name)) return
    const failed = await this.#run(group)
    if (failed !== null) throw new Error(`Without any change a test fails: ${failed}`)
    this.#sound.add(name)
  }

  async close(): Promise<void> {
    await this.#end()
    // Programs started in the copy end with it.
    process.chdir(root)
  }

  async #end(): Promise<void> {
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
      hookTimeout: HOOK_MS,
      reporters: [{}],
      silent: true,
    })
    // Without files to run, Vitest only sets itself up.
    await vitest.standalone()
    return vitest
  }

  async #write(place: string, text: string): Promise<void> {
    await writeFile(place, text)
    const vitest = await this.#vitest
    vitest?.invalidateFile(place)
  }
}
