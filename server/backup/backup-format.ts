import { z } from 'zod'

/**
 * What a backup is: a tar file in gzip. `dogear.json` comes first and says what it was made from, then the pictures,
 * keys and pages, then the tables in parts of PostgreSQL's COPY text, and at last `end.json` with the counts and
 * hashes. A file without its end is torn.
 */
export const FORMAT = 1
export const OPENING = 'dogear.json'
export const CLOSING = 'end.json'

const tableName = z.string().regex(/^[\w$]+\.[\w$]+$/)

export const opening = z.object({
  format: z.literal(FORMAT),
  /** Version of the program that wrote it. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** With the columns in the order of their values. */
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()).min(1) })),
  /** The last number that each sequence gave. */
  sequences: z.array(z.object({ name: tableName, value: z.string().regex(/^-?\d+$/) })),
})
export type Opening = z.infer<typeof opening>

export const tableCheck = z.object({ name: tableName, rows: z.number(), sha256: z.string() })
/** How many rows a table has, and the hash of their COPY text in the order of the primary key. */
export type TableCheck = z.infer<typeof tableCheck>

export const closing = z.object({
  tables: z.array(tableCheck),
  pictures: z.number(),
  /** How many entries come before this one, and the hash over their names, sizes and contents. */
  entries: z.number(),
  sha256: z.string(),
})
export type Closing = z.infer<typeof closing>

/** Jobs travel as rows of a table that there is in no database: see pending-jobs.ts. */
export const JOBS = 'jobs.pending'

const TABLE_PART = /^tables\/([\w$]+\.[\w$]+)\/\d{8}\.copy$/
const FILES = [
  /^images\/[0-9a-f]{32,64}\/\d+\.(webp|avif)$/,
  /^keys\/[\w-]+(\.[\w-]+)*$/,
  /^demo-people\.json$/,
  // No step may be empty or consist of dots, or it would lead elsewhere.
  /^pages(\/(?!\.{1,2}(\/|$))[^/\\\0]+)+$/,
]

export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(8, '0')}.copy`

/** Whose rows an entry holds; null when it is no part of a table. */
export const tableOfPart = (entry: string): string | null => TABLE_PART.exec(entry)?.[1] ?? null

/** Whether an entry is a file of the data folder that may be written there. */
export const isDataFile = (entry: string): boolean => FILES.some((pattern) => pattern.test(entry))
