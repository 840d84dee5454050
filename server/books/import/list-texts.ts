import { UnreadableCell } from './unreadable-cell.ts'

/** Elements that people's lists have; what else stands in angle brackets is text. */
const TAG =
  /<\/?(?:a|b|i|u|s|p|em|strong|br|div|span|ul|ol|li|font|small|big|sub|sup|h[1-6]|hr|table|tbody|tr|td|th|center|blockquote|img|pre)(?:\s[^<>]*)?\/?>/gi
const BREAK = /<(?:br|hr|\/p|\/div|\/li|\/tr|\/h[1-6]|\/blockquote)(?:\s[^<>]*)?\/?>/gi

/** A text with lines, of HTML: breaks stay, the rest of the marks goes. */
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
 * A title or a name of a list, without the quotation marks around all of it that exporting it twice leaves. Refuses
 * (UnreadableCell) what a quotation mark has torn: the next cell's text would stand in this one.
 */
export function nameOf(cell: string): string {
  const line = lineOfHtml(cell)
  const name = /^"[^"]*"$/.test(line) ? line.slice(1, -1).trim() : line
  if (name.endsWith('\\') || name.includes('\\"') || /"[;|\t]\S|","/.test(name))
    throw new UnreadableCell('a quotation mark with a backslash stands in it, so that the cells can’t be told apart')
  return name
}

/** The same of authors, where a single quotation mark is no inch. */
export function authorsOf(cell: string): string {
  const names = nameOf(cell)
  if (names.endsWith('"') && names.split('"').length % 2 === 0)
    throw new UnreadableCell('a quotation mark is closed here and opened nowhere')
  return names
}
