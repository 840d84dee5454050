import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A file of settings, in dotenv's format as Node reads it. */
export interface EnvFile {
  path: string
  values: Readonly<Record<string, string | undefined>>
  /** The line of each name, from 1. */
  lines: ReadonlyMap<string, number>
  /** What Node reads in another way than its writer probably meant. */
  warnings: string[]
}

/** Reads a file of settings; why it can't be read, in words, or null where there is none. */
export function readEnvFile(path: string): EnvFile | string | null {
  try {
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
    return { path, values: parseEnv(text), ...locate(text, path) }
  } catch (error) {
    // Below what is no folder there is no file either.
    return /^ENO(ENT|TDIR)$/.test(`${(error as NodeJS.ErrnoException).code}`) ? null : whyUnreadable(error)
  }
}

/** Why a file can't be read, as the rest of a sentence. */
export function whyUnreadable(error: unknown): string {
  const { code = String(error) } = error as NodeJS.ErrnoException
  return REASONS[code] ?? code
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/** Node's parser names no lines and reports nothing, so we look for what it would cut or skip. */
function locate(text: string, path: string): Pick<EnvFile, 'lines' | 'warnings'> {
  const rows = text.split(/\r?\n/).map((row) => row.trim())
  const lines = new Map<string, number>()
  const warnings: string[] = []
  const warn = (line: number, words: string) => warnings.push(`${words} (${path}, line ${line})`)
  for (let at = 0; at < rows.length; at = endOf(rows, at) + 1) {
    const [row = '', line] = [rows[at], at + 1]
    if (row === '' || row.startsWith('#')) continue
    const [, name, value = ''] = ENTRY.exec(row) ?? []
    if (name === undefined) {
      warn(line, 'What is neither NAME=value nor a comment has no effect')
      continue
    }
    if (lines.has(name)) warn(line, `${name}: stands there twice; the last one counts`)
    lines.set(name, line)
    if (isCutShort(value))
      warn(line, `${name}: what follows # is taken for a comment; put the value in quotes if it belongs to it`)
    if (QUOTE.test(value) && !isClosed(value) && endOf(rows, at) === at)
      warn(line, `${name}: its quote has no end, and is taken for a part of the value`)
  }
  return { lines, warnings }
}

const ENTRY = /^(?:export\s+)?([^\s=]+)\s*=\s*(.*)$/
const QUOTE = /^["'`]/
/** Whether a # ends the value that no space stands before. */
const isCutShort = (value: string) => !QUOTE.test(value) && /^[^#]*[^#\s]#/.test(value)
const isClosed = (value: string) => value.indexOf(value.charAt(0), 1) > 0

/** Index of an entry's last line: values in quotes may have several. */
function endOf(rows: readonly string[], at: number): number {
  const value = ENTRY.exec(rows[at] ?? '')?.[2] ?? ''
  if (rows[at]?.startsWith('#') || !QUOTE.test(value) || isClosed(value)) return at
  const end = rows.findIndex((row, index) => index > at && row.includes(value.charAt(0)))
  return end === -1 ? at : end
}
