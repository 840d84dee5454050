import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { ReadableStream, type ReadableWritablePair } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { OperatorError } from '#server/database/operator-error.ts'
import {
  CLOSING,
  closing,
  type Closing,
  isDataFile,
  OPENING,
  opening,
  type Opening,
  tableOfPart,
} from './backup-format.ts'

/** An entry between header and trailer. */
export interface Entry {
  name: string
  /** Chunks to read before the next entry; unread ones are skipped. */
  chunks: AsyncIterable<Uint8Array>
}

export interface Archive {
  opening: Opening
  /** Iterable once. Throws at the end where the checksum is wrong or the trailer is missing. */
  entries: AsyncIterable<Entry>
  /** The trailer, once all entries were read. */
  end(): Closing
  close(): Promise<void>
}

/**
 * Opens a backup as a stream, in little memory. Refuses a file that is no complete backup, damaged, or of a newer
 * program (OperatorError), here or while it is read. `onBytes` gets the number of bytes read.
 */
export async function openArchive(file: string, onBytes: (bytes: number) => void = () => {}): Promise<Archive> {
  await requireReadable(file)
  const hash = createHash('sha256')
  const tar = tarEntries(file, onBytes)
  const first = await tar.next().catch((error: unknown) => {
    throw inWords(file, error, false)
  })
  if (first.done || first.value.name !== OPENING) {
    await tar.return(undefined)
    throw notOurs(file)
  }
  const opening = await readOpening(file, hashed(first.value, hash)).catch((error: unknown) => {
    throw inWords(file, error, false)
  })
  let end: Closing | null = null

  async function* entries(): AsyncGenerator<Entry> {
    let count = 1
    try {
      for await (const entry of tar) {
        if (entry.name === CLOSING) {
          end = await readEnd(file, entry.chunks)
          if (end.entries !== count || end.sha256 !== hash.digest('hex')) throw damaged(file)
          return
        }
        if (!isDataFile(entry.name) && !tableOfPart(entry.name)) throw damaged(file)
        count += 1
        const chunks = hashed(entry, hash)
        yield { name: entry.name, chunks }
        // Skipped bytes count for the checksum as well.
        for await (const _ of chunks);
      }
      throw torn(file)
    } catch (error) {
      throw inWords(file, error, true)
    }
  }
  return {
    opening,
    entries: entries(),
    end: () => {
      if (!end) throw new Error('the end was not read yet')
      return end
    },
    close: async () => void (await tar.return(undefined)),
  }
}

interface TarEntry extends Entry {
  size: number
}

async function* tarEntries(file: string, onBytes: (bytes: number) => void): AsyncGenerator<TarEntry, void> {
  const input = createReadStream(file, { highWaterMark: 256 * 1024 })
  const unzipped = createGunzip()
  input.on('error', (error) => unzipped.destroy(error))
  input.on('data', () => onBytes(input.bytesRead))
  input.pipe(unzipped)
  try {
    // The same streams; only their declarations for browsers and for Node differ.
    const decoder = createTarDecoder({ strict: true }) as unknown as ReadableWritablePair<ParsedTarEntry, Uint8Array>
    // Read by its iterator: Node's own conversion throws an uncaught exception if its reader stops at the wrong moment.
    const bytes = ReadableStream.from<Uint8Array>(unzipped)
    for await (const { header, body } of bytes.pipeThrough(decoder))
      yield { name: header.name, size: header.size, chunks: body as ReadableStream<Uint8Array> }
  } finally {
    input.destroy()
    unzipped.destroy()
  }
}

/** Chunks of an entry, hashed on the way; a second iteration goes on where the first stopped. */
function hashed({ name, size, chunks }: TarEntry, hash: Hash): AsyncIterable<Uint8Array> {
  hash.update(`${name}\n${size}\n`)
  const reader = chunks[Symbol.asyncIterator]()
  const next = async () => {
    const result = await reader.next()
    if (!result.done) hash.update(result.value)
    return result
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

async function readOpening(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Opening> {
  const json = await readWhole(chunks).then(parse)
  const format = (json as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > opening.shape.format.value)
    throw new OperatorError(`${file} was made by a newer Dogear; update the program, then restore it.`)
  const read = opening.safeParse(json)
  if (!read.success) throw notOurs(file)
  return read.data
}

async function readEnd(file: string, chunks: AsyncIterable<Uint8Array>): Promise<Closing> {
  const read = closing.safeParse(await readWhole(chunks).then(parse))
  if (!read.success) throw damaged(file)
  return read.data
}

async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const notOurs = (file: string) => new OperatorError(`${file} is not a backup made by npm run backup.`)
const damaged = (file: string) =>
  new OperatorError(
    `${file} is damaged: its contents don't match its checksum. Take another backup. Nothing was changed.`,
  )
const torn = (file: string) =>
  new OperatorError(
    `${file} is torn: its end is missing, as after a copy that was cut off. Copy it again, or take another backup. Nothing was changed.`,
  )

async function requireReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT'
    throw new OperatorError(
      isThere ? `${file} can't be read by this user; change its rights.` : `${file} is not there.`,
    )
  }
  if (!(await stat(file)).isFile()) throw new OperatorError(`${file} is not a file.`)
}

/** Turns the libraries' errors about a damaged file into an OperatorError; returns other errors unchanged. */
function inWords(file: string, error: unknown, began: boolean): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const isTorn = code === 'Z_BUF_ERROR' || message === 'Tar archive is truncated.'
  if (isTorn) return began ? torn(file) : notOurs(file)
  if (code?.startsWith('Z_') || /^(Invalid (tar|EOF)|TAR number|Tar metadata|Too many)/.test(message))
    return began ? damaged(file) : notOurs(file)
  return error
}
