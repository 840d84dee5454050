import { UnreadableList, type ListSource } from './list-source.ts'

/** How a file's bytes become text. `isGuess` where nothing in the file says so. */
export interface Encoding {
  name: string
  isGuess: boolean
}

const BYTE_ORDER_MARKS: [name: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** What no list holds. Where Windows-1252 has no character, `readLetters` finds that the guess was wrong. */
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const NO_TEXT = /[\u0000-\u0008\u000E-\u001F]/

/**
 * Finds out how a file is encoded: by its mark, else UTF-16 by its zero bytes, else UTF-8 if all of it is that, else
 * Windows-1252, in which every letter of Latin-1 is the same. Refuses (UnreadableList) what is none of them.
 */
export async function detectEncoding(source: ListSource): Promise<Encoding> {
  const start = await readStart(source)
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, place) => start[place] === byte))
  if (marked) return { name: marked[0], isGuess: false }
  const zeros = [0, 1].map((parity) => start.filter((byte, place) => place % 2 === parity && byte === 0).length)
  if (zeros[1]! > start.length / 4) return { name: 'utf-16le', isGuess: true }
  if (zeros[0]! > start.length / 4) return { name: 'utf-16be', isGuess: true }
  if (await reads(source, 'utf-8')) return { name: 'utf-8', isGuess: false }
  if ((await reads(source, 'windows-1252', NO_TEXT)) && (await mayBeWestern(source)))
    return { name: 'windows-1252', isGuess: true }
  throw new UnreadableList(
    'unclear_encoding',
    `${source.name} is neither UTF-8 nor UTF-16 nor Windows-1252 (Latin-1), or lines of it are one and lines another. Save it as UTF-8, or name its encoding.`,
  )
}

/** An encoding by its name; refuses (UnreadableList) unknown ones. */
export function namedEncoding(name: string): Encoding {
  try {
    return { name: new TextDecoder(name).encoding, isGuess: false }
  } catch {
    throw new UnreadableList(
      'unknown_encoding',
      `${name} is not an encoding; usual ones are utf-8, utf-16le, windows-1252, windows-1250, macintosh.`,
    )
  }
}

/** The text of a file, piece by piece, without a mark at its beginning. Throws UnreadableList where a byte is no text. */
export async function* decode(source: ListSource, { name }: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(name, { fatal: true })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new UnreadableList(
        'unclear_encoding',
        `${source.name} is not ${name}. Save it as UTF-8, or name its encoding.`,
      )
    }
  }
  for await (const bytes of source.open()) yield decoded(bytes)
  yield decoded()
}

async function reads(source: ListSource, name: string, unwelcome?: RegExp): Promise<boolean> {
  try {
    for await (const text of decode(source, { name, isGuess: true })) if (unwelcome?.test(text)) return false
    return true
  } catch (error) {
    if (error instanceof UnreadableList) return false
    throw error
  }
}

/** How many bytes a letter of UTF-8 has that begins there; 1 where none does. */
function lengthOfUtf8(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  const length = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const others = bytes.subarray(at + 1, at + length)
  return others.length === length - 1 && others.every((byte) => byte >> 6 === 2) ? length : 1
}

/**
 * Whether bytes beyond ASCII are as few, and as unlike letters of UTF-8, as in a Western list: else a wrong guess would
 * put garbled titles on sale. Lines of both kinds come of putting two files together.
 */
async function mayBeWestern(source: ListSource): Promise<boolean> {
  let [bytes, high, ofUtf8] = [0, 0, 0]
  for await (const piece of source.open()) {
    bytes += piece.length
    for (let at = 0; at < piece.length; at += 1) {
      if (piece[at]! < 0x80) continue
      const length = lengthOfUtf8(piece, at)
      high += length
      if (length > 1) ofUtf8 += length
      at += length - 1
    }
  }
  return high * 4 < bytes && ofUtf8 * 5 < high
}

const START_BYTES = 4096

async function readStart(source: ListSource): Promise<Uint8Array> {
  const start = new Uint8Array(START_BYTES)
  let length = 0
  for await (const piece of source.open()) {
    start.set(piece.subarray(0, START_BYTES - length), length)
    length = Math.min(length + piece.length, START_BYTES)
    if (length === START_BYTES) break
  }
  return start.subarray(0, length)
}
