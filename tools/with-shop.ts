// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { durationInWords } from '#contract/duration.ts'
import type { Config } from '#server/config.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { consoleLog } from '#server/http/log.ts'
import type { ShopDatabase } from '#server/open-database.ts'
import type { Services } from '#server/services.ts'
import { findShop, nameShop } from './find-shop.ts'
import { UsageError } from './read-call.ts'

/**
 * Runs a tool on the shop's database, whether the shop runs or not. `work` returns the exit code; an OperatorError is
 * printed as a sentence, with exit code 1.
 */
export async function withDatabase(
  program: string,
  work: (config: Config, connection: ShopDatabase) => Promise<number>,
  search: Parameters<typeof findShop>[1] = {},
): Promise<void> {
  let close = async () => {}
  try {
    const config = await findShop(console.error, search)
    console.error(`${program}: ${nameShop(config)}`)
    // Imported late: takes longer than reporting a missing shop or a wrong call.
    const { openDatabase } = await import('#server/open-database.ts')
    const connection = await openDatabase(config, { as: 'tool', program, say: console.error })
    close = () => connection.close()
    process.exitCode = await work(config, connection)
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : explainFailure(error))
    process.exitCode = 1
  } finally {
    await close()
  }
}

/** Runs a tool on the shop's services; else as `withDatabase`. */
export function withShop(
  program: string,
  work: (services: Services, config: Config) => Promise<number>,
): Promise<void> {
  return withDatabase(program, async (found, connection) => {
    const { openShop } = await import('#server/open-shop.ts')
    // No sign-in happens through a tool.
    const config = { ...found, identity: { ...found.identity, google: { kind: 'off' as const }, openId: null } }
    const shop = await openShop(config, { connection, log: consoleLog(config), isTool: true })
    try {
      return await work(shop.services, found)
    } finally {
      await shop.close()
    }
  })
}

/** What is printed with a link of an invitation. */
export const linkWords = ({ link, hours }: { link: string; hours: number }): string =>
  `This link signs in once, within ${durationInWords(hours * 3600)}:\n${link}`
