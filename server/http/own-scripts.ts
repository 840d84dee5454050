import { createHash, randomBytes } from 'node:crypto'

/** A mark for our own scripts that nobody can guess; a new one for each rendering. */
export const newScriptMark = (): string => randomBytes(16).toString('base64url')

/**
 * Finds the inline scripts that bear the mark in their nonce attribute, which the renderer gives to those we wrote and
 * nobody else can: gives their hashes for the policy, and the page without marks, the same for everyone. A script that
 * got into the page by some mistake bears none, and is not approved.
 */
export function takeOwnScripts(marked: string, mark: string): { page: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`
  const hashes = new Set<string>()
  for (let at = marked.indexOf(attribute); at !== -1; at = marked.indexOf(attribute, at + 1)) {
    const start = marked.lastIndexOf('<', at)
    const tag = marked.slice(start, marked.indexOf('>', at) + 1)
    const end = marked.indexOf('</script>', at)
    if (!tag.startsWith('<script ') || / src=/.test(tag) || end === -1) continue
    const script = marked.slice(start + tag.length, end)
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return { page: marked.replaceAll(attribute, ''), hashes: [...hashes] }
}
