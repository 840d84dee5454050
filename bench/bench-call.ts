import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureMemory } from './memory.ts'
import { measureApi, measureCrowd, measureMillion, measurePages, type Bench, type Measured } from './parts.ts'
import { measurePagesUnderWrites } from './pages-under-writes.ts'
import { SEARCH_CONNECTIONS, SEARCH_REQUESTS, SEARCH_SIZES } from './measure-search.ts'
import { measureWorkers } from './measure-workers.ts'
import { WORST_SIZE } from './measure-worst.ts'

const parts = {
  api: measureApi,
  pages: measurePages,
  memory: measureMemory,
  'pages-under-writes': measurePagesUnderWrites,
  million: measureMillion,
  crowd: measureCrowd,
  workers: measureWorkers,
}
type Part = keyof typeof parts
const all = Object.keys(parts) as Part[]
const quick: Part[] = ['api', 'pages', 'memory']
/** Measured only where they are named. */
const APART = ['search', 'trigrams', 'worst']

/** What a call of the bench asks for. */
export interface Call {
  /** The words behind `--`, as a person typed them. */
  words: string
  isQuick: boolean
  parts: [name: string, measure: (bench: Bench) => Promise<Measured>][]
  /** Numbers of copies, requests and connections for the search, where it is measured. */
  search: { sizes: number[]; requests: number; connections: number; dataDir?: string } | null
  trigrams: { sizes: number[]; dataDir?: string } | null
  worst: { size: number; only?: string | undefined; dataDir?: string } | null
}

/** Throws, in words, where it isn't understood. */
export function readCall(words: string[]): Call {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      requests: { type: 'string' },
      connections: { type: 'string' },
      only: { type: 'string' },
      shop: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((name) => !APART.includes(name) && !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}; the parts are ${[...all, ...APART].join(', ')}.`)
  const sizes = values.sizes?.split(',').map(Number) ?? SEARCH_SIZES
  const requests = Number(values.requests ?? SEARCH_REQUESTS)
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1000))
    throw new Error('--sizes has numbers of copies, 1000 or more each, with commas between: 10000,100000')
  if (!Number.isInteger(requests) || requests < 1) throw new Error('--requests is how many of each kind are sent: 480')
  const connections = Number(values.connections ?? SEARCH_CONNECTIONS)
  if (!Number.isInteger(connections) || connections < 1) throw new Error('--connections is how many send at once: 16')
  const kept = values.shop !== undefined && { dataDir: path.resolve(values.shop) }
  const wanted = all.filter((part) => positionals.includes(part))
  const withoutNames = values.quick ? quick : all
  return {
    words: words.join(' '),
    isQuick: values.quick,
    parts: (positionals.length === 0 ? withoutNames : wanted).map((part) => [part, parts[part]]),
    search: positionals.includes('search') ? { sizes, requests, connections, ...kept } : null,
    trigrams: positionals.includes('trigrams') ? { sizes, ...kept } : null,
    worst: positionals.includes('worst')
      ? { size: values.sizes === undefined ? WORST_SIZE : sizes[0]!, only: values.only, ...kept }
      : null,
  }
}
