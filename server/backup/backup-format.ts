import { z } from 'zod'

/**
 * Format of a backup: a gzipped tar file. `dogear.json` comes first and describes the source, then pictures, keys and
 * pages, then the tables in parts of PostgreSQL's COPY text, and last `end.json` with counts and hashes. A file without
 * its end is incomplete.
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
  /** Its keys were left out: the shop's have to be put beside it. */
  isWithoutKeys: z.boolean().optional(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Columns in the order of their values. */
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()).min(1) })),
  /** Last value of each sequence. */
  sequences: z.array(z.object({ name: tableName, value: z.string().regex(/^-?\d+$/) })),
})
export type Opening = z.infer<typeof opening>

export const tableCheck = z.object({ name: tableName, rows: z.number(), sha256: z.string() })
/** Row count of a table, and the hash of its COPY text in the order of the primary key. */
export type TableCheck = z.infer<typeof tableCheck>

export const closing = z.object({
  tables: z.array(tableCheck),
  pictures: z.number(),
  /** Pictures at hosts outside, which are not in the file: how many at each. */
  outside: z.record(z.string(), z.number()).default({}),
  /** Number of entries before this one, and the hash over their names, sizes and contents. */
  entries: z.number(),
  sha256: z.string(),
})
export type Closing = z.infer<typeof closing>

/** Pending jobs travel as rows of a pseudo-table: see pending-jobs.ts. */
export const JOBS = 'jobs.pending'

const TABLE_PART = /^tables\/([\w$]+\.[\w$]+)\/\d{8}\.copy$/
const FILES = [
  /^images\/[0-9a-f]{32,64}\/\d+\.(webp|avif)$/,
  /^keys\/[\w-]+(\.[\w-]+)*$/,
  /^demo-people\.json$/,
  // No empty or dotted path segment: no path traversal.
  /^pages(\/(?!\.{1,2}(\/|$))[^/\\\0]+)+$/,
]

export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(8, '0')}.copy`

/** Whether an entry opens what is sealed, or signs people in. */
export const isSecret = (entry: string): boolean => entry.startsWith('keys/') || entry === 'demo-people.json'

/** Table of an entry; null for other entries. */
export const tableOfPart = (entry: string): string | null => TABLE_PART.exec(entry)?.[1] ?? null

/** Whether an entry is a file that may be written to the data folder. */
export const isDataFile = (entry: string): boolean => FILES.some((pattern) => pattern.test(entry))
