/** A row of a backup: its values by their columns' names, as PostgreSQL writes them as text; null for NULL. */
export type BackedUpRow = Readonly<Record<string, string | null>>

const LINE_BREAK = 10
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Splits a table's COPY text into its lines, without their breaks. Chunks may be cut anywhere, and come in order. */
export function lineSplitter(): (chunk: Uint8Array) => Buffer[] {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    const lines: Buffer[] = []
    const text =
      rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    let from = 0
    for (let at = text.indexOf(LINE_BREAK); at !== -1; at = text.indexOf(LINE_BREAK, from)) {
      lines.push(text.subarray(from, at))
      from = at + 1
    }
    // A copy: the chunk's memory may be used again.
    rest = Buffer.from(text.subarray(from))
    return lines
  }
}

/** Reads a line of COPY text. */
export function readLine(line: Buffer, columns: readonly string[]): BackedUpRow {
  const values = line.toString('utf8').split('\t').map(readValue)
  return Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null]))
}

function readValue(text: string): string | null {
  if (text === String.raw`\N`) return null
  return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter) : text
}
