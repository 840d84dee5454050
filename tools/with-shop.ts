// First import: it decides which build of the others is loaded.
import { givenEnvironment } from '#server/given-environment.ts'
import { durationInWords } from '#contract/duration.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { consoleLog } from '#server/http/log.ts'
import type { Services } from '#server/services.ts'
import { findShop, nameShop } from './find-shop.ts'
import { UsageError } from './read-call.ts'

/**
 * Runs a tool on the shop's services, whether the shop runs or not. `work` returns the exit code; an OperatorError is
 * printed as a sentence, with exit code 1.
 */
export async function withShop(
  program: string,
  work: (services: Services, dataDir: string) => Promise<number>,
): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const found = await findShop(givenEnvironment, console.error)
    console.error(`${program}: ${nameShop(found)}`)
    // Imported late: takes longer than reporting a missing shop or a wrong call.
    const [{ openDatabase }, { openShop }] = await Promise.all([
      import('#server/open-database.ts'),
      import('#server/open-shop.ts'),
    ])
    // No sign-in happens through a tool.
    const config = { ...found, identity: { ...found.identity, google: { kind: 'off' as const }, openId: null } }
    const connection = await openDatabase(config, { as: 'tool', program, say: console.error })
    closers.push(() => connection.close())
    const shop = await openShop(config, { connection, log: consoleLog(config) })
    closers.push(() => shop.close())
    process.exitCode = await work(shop.services, found.dataDir)
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : explainFailure(error))
    process.exitCode = 1
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

/** What is printed with a link of an invitation. */
export const linkWords = ({ link, hours }: { link: string; hours: number }): string =>
  `This link signs in once, within ${durationInWords(hours * 3600)}:\n${link}`
