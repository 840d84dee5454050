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

const UTF8_LETTER =
  /[\u00C2-\u00DF][\u0080-\u00BF]|[\u00E0-\u00EF][\u0080-\u00BF]{2}|[\u00F0-\u00F4][\u0080-\u00BF]{3}/g

/**
 * Whether bytes beyond ASCII are as few, and as unlike letters of UTF-8, as in a Western list: else a wrong guess would
 * put garbled titles on sale. Lines of both kinds come of putting two files together.
 */
async function mayBeWestern(source: ListSource): Promise<boolean> {
  let [bytes, high, ofUtf8] = [0, 0, 0]
  for await (const piece of source.open()) {
    // A byte each: the letter of the same number.
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    bytes += text.length
    high += text.replace(/[^\u0080-\u00FF]+/g, '').length
    for (const [letter] of text.matchAll(UTF8_LETTER)) ofUtf8 += letter.length
  }
  return high * 4 < bytes && ofUtf8 * 5 < high
}

const START_BYTES = 4096

async function readStart(source: ListSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of source.open()) {
    pieces.push(piece)
    length += piece.byteLength
    if (length >= START_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, START_BYTES)
}
