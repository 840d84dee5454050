import { UnreadableCell } from './unreadable-cell.ts'

/** HTML elements found in lists; other angle brackets are text. */
const TAG =
  /<\/?(?:a|b|i|u|s|p|em|strong|br|div|span|ul|ol|li|font|small|big|sub|sup|h[1-6]|hr|table|tbody|tr|td|th|center|blockquote|img|pre)(?:\s[^<>]*)?\/?>/gi
const BREAK = /<(?:br|hr|\/p|\/div|\/li|\/tr|\/h[1-6]|\/blockquote)(?:\s[^<>]*)?\/?>/gi

/** HTML → text: line breaks stay, other tags go. */
export const linesOfHtml = (html: string): string =>
  html
    .replace(BREAK, '\n')
    .replace(TAG, '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same on one line. */
const lineOfHtml = (html: string): string => html.replace(BREAK, ' ').replace(TAG, '').replace(/ {2,}/g, ' ').trim()

/**
 * Reads a title or a name, without the quotation marks that a double export leaves. Refuses (UnreadableCell) text torn
 * by a quotation mark, which would contain the next cell.
 */
export function nameOf(cell: string): string {
  const line = lineOfHtml(cell)
  const name = /^"[^"]*"$/.test(line) ? line.slice(1, -1).trim() : line
  if (name.endsWith('\\') || name.includes('\\"') || /"[;|\t]\S|","/.test(name))
    throw new UnreadableCell('a quotation mark with a backslash leaves it unclear where the cell ends')
  return name
}

/** The same for authors, where a single quotation mark is no inch. */
export function authorsOf(cell: string): string {
  const names = nameOf(cell)
  if (names.endsWith('"') && names.split('"').length % 2 === 0)
    throw new UnreadableCell('a quotation mark closes here but never opens')
  return names
}
