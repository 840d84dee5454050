import { ask } from './ask.ts'
import type { Measured } from './parts.ts'
import { table } from './report.ts'
import type { ServerProcess } from './server-process.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { worstOfOpenCalls, worstOfMembers, worstOfOthers, worstOfScreens } from './worst-inputs.ts'
import type { Ask, WorstCases } from './worst-searches.ts'
import { openShopDatabase } from './stock.ts'
import { readStock, stockWorst, type Stock } from './worst-stock.ts'

/** Limit of CPU milliseconds per request, program and database together. */
const MOST_MS = 50
export const WORST_SIZE = 200_000
/** Warm-up requests: code has yet to be compiled, and each session to make its plans. */
const WARM_UP = 8
const TURNS = 20

interface WorstBench {
  dataDir: string
  size: number
  /** Only addresses with this in their name. */
  only?: string | undefined
  startShop(dataDir: string): Promise<ServerProcess>
  say(line: string): void
}

interface Row {
  title: string
  status: number
  program: number
  database: number
}

/** Measures the worst case of each public address and call, one request at a time, in a shop with so many books. */
export async function measureWorst({ dataDir, size, only = '', startShop, say }: WorstBench): Promise<Measured> {
  await stockWorst(dataDir, size, { startShop, say })
  const shop = await startShop(dataDir)
  const { pool, close } = await openShopDatabase(dataDir, say)
  const rows: Row[] = []
  try {
    const stock = await readStock(pool, shop, dataDir)
    for (const [title, make] of everyCase(await worstOfOpenCalls())) {
      if (!title.includes(only)) continue
      const row = await measure(title, make, { shop, stock, dataDir })
      const { program, database, status } = row
      say(
        `worst: ${title}: ${(program + database).toFixed(1)} ms (${program.toFixed(1)} + ${database.toFixed(1)}), ${status}`,
      )
      rows.push(row)
    }
  } finally {
    await close()
    await shop.stop()
  }
  return { sections: [], figures: [worstFigure(rows)], tables: [tableOf(rows)] }
}

function* everyCase(calls: Record<string, WorstCases>): Generator<[title: string, make: Ask]> {
  const tables: [string, Readonly<Record<string, WorstCases>>][] = [
    ['call', calls],
    ['page', worstOfScreens],
    ['', worstOfOthers],
    ['member', worstOfMembers],
  ]
  for (const [kind, table] of tables)
    for (const [name, cases] of Object.entries(table))
      for (const [why, make] of Object.entries(cases))
        yield [`${kind} ${name === '' ? 'home' : name}: ${why}`.trim(), make]
}

async function measure(
  title: string,
  make: Ask,
  { shop, stock, dataDir }: { shop: ServerProcess; stock: Stock; dataDir: string },
): Promise<Row> {
  let turn = 0
  let status = 0
  const send = async (times: number) => {
    for (let count = 0; count < times; count += 1)
      ({ status } = await ask(shop.origin, { headers: {}, ...make(stock, (turn += 1)) }))
  }
  const used = async () => ({ program: (await shop.usage()).cpuMs, database: await databaseCpuMs(dataDir) })
  await send(WARM_UP)
  const before = await used()
  await send(TURNS)
  const after = await used()
  return {
    title,
    status,
    program: (after.program - before.program) / TURNS,
    database: (after.database - before.database) / TURNS,
  }
}

const together = ({ program, database }: Row) => program + database

function worstFigure(rows: readonly Row[]) {
  const worst = rows.toSorted((one, other) => together(other) - together(one))[0]
  return {
    title: `the worst of ${rows.length} public requests${worst ? `, ${worst.title}` : ''}`,
    value: worst ? together(worst) : 0,
    limit: MOST_MS,
    unit: 'ms',
  }
}

function tableOf(rows: readonly Row[]): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return table(
    ['Worst case', 'Status', 'Program', 'Database', 'Together', 'Of the budget'],
    rows
      .toSorted((one, other) => together(other) - together(one))
      .map((row) => {
        const share = `${((100 * together(row)) / MOST_MS).toFixed(0)} %`
        return [row.title, row.status, ms(row.program), ms(row.database), `**${ms(together(row))}**`, share]
      }),
  )
}
