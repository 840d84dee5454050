import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { email } from '#contract/text.ts'
import type { ListRow } from '#server/books/import/list-row.ts'
import { UsageError } from '#tools/read-call.ts'

const USAGE = `Say what to import and for whom: npm run import -- books.csv --seller name@example.org
--dry-run shows what would be, and writes nothing. --imports lists what was imported; --take-back ID takes one back.
What the file doesn't say holds for all books by --price, --original-price, --condition, --category, --location,
--phone, --description, --year-of-purchase. --limit 100 takes the first hundred; --encoding names the file's encoding;
--make-up-missing makes up the rest, for a demo.`

/** Flags for facts of all books. */
const FLAGS = {
  price: 'price',
  'original-price': 'originalPrice',
  condition: 'condition',
  category: 'category',
  location: 'location',
  phone: 'phone',
  description: 'description',
  'year-of-purchase': 'yearOfPurchase',
} as const satisfies Record<string, keyof ListRow>

const FLAG_OPTIONS = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' }])) as {
  [Flag in keyof typeof FLAGS]: { type: 'string' }
}

export interface ImportCall {
  kind: 'import'
  file: string
  seller: string
  isDry: boolean
  limit: number
  encoding: string | undefined
  makeUpMissing: boolean
  given: ListRow
}

export type Call = ImportCall | { kind: 'list'; seller: string | null } | { kind: 'take back'; importId: string }

/** Parses the command line; refuses (UsageError) with its usage. */
export function readArguments(): Call {
  try {
    const { values, positionals } = parse()
    const of = <T>(schema: z.ZodMiniType<T>, value: unknown) => z.parse(schema, value)
    if (values['take-back'] !== undefined) return { kind: 'take back', importId: of(z.uuid(), values['take-back']) }
    if (values.imports) return { kind: 'list', seller: of(z.nullable(email), values.seller ?? null) }
    const limit = values.limit === undefined ? Number.MAX_SAFE_INTEGER : Number(values.limit)
    const given: ListRow = {}
    for (const flag of Object.keys(FLAGS) as (keyof typeof FLAGS)[])
      if (values[flag] !== undefined) given[FLAGS[flag]] = values[flag]
    return {
      kind: 'import',
      file: of(z.string(), positionals[0]),
      seller: of(email, values.seller),
      isDry: values['dry-run'] ?? false,
      limit: of(z.number().check(z.int(), z.gte(1)), limit),
      encoding: values.encoding,
      makeUpMissing: values['make-up-missing'] ?? false,
      given,
    }
  } catch {
    throw new UsageError(USAGE)
  }
}

function parse() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  return parseArgs({
    allowPositionals: true,
    options: {
      seller: text,
      'dry-run': flag,
      imports: flag,
      'take-back': text,
      limit: text,
      encoding: text,
      'make-up-missing': flag,
      ...FLAG_OPTIONS,
    },
  })
}
