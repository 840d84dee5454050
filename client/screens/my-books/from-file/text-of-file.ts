const MOST_BYTES = 20 * 1024 * 1024

/** Says to people why a file can't be read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/**
 * The text of a file that a spreadsheet saved, without a mark at its beginning: UTF-8 or UTF-16, else Windows-1252, as
 * older ones save CSV. Throws UnreadableFile.
 */
export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new UnreadableFile('This file is larger than 20 MB. Please split it into parts.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  // Workbooks are zip archives.
  if (first === 0x50 && second === 0x4b)
    throw new UnreadableFile('This is a workbook. In your spreadsheet, choose “Save as” and CSV, and bring that file.')
  const text =
    decoded(bytes, first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8') ?? decoded(bytes, 'windows-1252')
  if (text === null || text.trim() === '') throw new UnreadableFile('There’s nothing in this file.')
  if (text.includes('\0')) throw new UnreadableFile('This isn’t a CSV file.')
  return text
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
