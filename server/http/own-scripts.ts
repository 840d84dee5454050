import { createHash, randomBytes } from 'node:crypto'

/** Nonce that marks our own scripts; random for each rendering. */
export const newScriptMark = (): string => randomBytes(16).toString('base64url')

/**
 * Finds inline scripts with the nonce, which the renderer gives to our own alone; returns their hashes for the content
 * security policy, and the page without nonces, the same for everyone. A script injected by mistake has no nonce and
 * isn't allowed.
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
