import type { Edit } from './generate.ts'

/** Words that end a condition or lock, at its own depth. */
const BEGINS = /^(?:WHERE|AND)\b/
const ENDS =
  /^(?:WHERE|AND|OR|ORDER BY|GROUP BY|HAVING|LIMIT|FOR UPDATE|RETURNING|ON CONFLICT|UNION|THEN|ELSE|END|AS)\b/
const LOCK = /^FOR UPDATE(?: OF \w+)?(?: SKIP LOCKED)?/

/** Mutations of a statement: a condition that always holds, or no row locks; `template` is its place in the text. */
export function sqlEdits(text: string, template: { start: number; end: number }): Edit[] {
  const edits: Edit[] = []
  const open: { start: number; depth: number }[] = []
  let [depth, isBetween] = [0, false]
  /** Ends the condition that began at this depth. */
  const close = (at: number) => {
    const begun = open.at(-1)
    if (begun?.depth !== depth) return
    open.pop()
    const end = begun.start + text.slice(begun.start, at).trimEnd().length
    edits.push({ start: begun.start, end, replace: ' true' })
  }
  for (let at = template.start + 1; at < template.end - 1; at += 1) {
    const rest = text.slice(at, template.end - 1)
    const isWord = !/\w/.test(text[at - 1]!)
    if (rest.startsWith('${')) at = endOfHole(text, at)
    else if (rest.startsWith("'")) at = text.indexOf("'", at + 1)
    else if (rest.startsWith('(')) depth += 1
    else if (rest.startsWith(')')) {
      close(at)
      depth -= 1
    } else if (isWord && /^BETWEEN\b/.test(rest)) isBetween = true
    else if (isWord && isBetween && /^AND\b/.test(rest)) isBetween = false
    else if (isWord && ENDS.test(rest)) {
      close(at)
      const [begins = ''] = BEGINS.exec(rest) ?? []
      if (begins) open.push({ start: at + begins.length, depth })
      const [lock] = LOCK.exec(rest) ?? []
      if (lock) edits.push({ start: at, end: at + lock.length, replace: '' })
    }
  }
  close(template.end - 1)
  return edits
}

/** Position of the `}` that closes a `${`; its expression has mutations of its own. */
function endOfHole(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}' && (depth -= 1) === 0) return at
  }
  return text.length
}
