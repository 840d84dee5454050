/** A table in Markdown, for the terminal and the log of measurements alike; columns but the first are to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => '-'.repeat(at === 0 ? width : width - 1) + (at === 0 ? '' : ':')).join(' | ')} |`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}

export const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
