/** Whether a file may import another, or a package (`npm:` and its name). */
export type Allowed = (to: string, from: string) => boolean

export const inFolder =
  (...folders: string[]): Allowed =>
  (to) =>
    folders.some((folder) => to.startsWith(folder))

export const files =
  (...names: string[]): Allowed =>
  (to) =>
    names.includes(to)

/** With everything below them: `jose`, `react-router/dom`. */
export const packages =
  (...names: string[]): Allowed =>
  (to) =>
    names.some((name) => to === `npm:${name}` || to.startsWith(`npm:${name}/`))

export const node: Allowed = (to) => to.startsWith('npm:node:')
export const anyPackage: Allowed = (to) => to.startsWith('npm:')

/** A row of the table: what it is about, which files it is for, and what they may import. */
export type Row = [what: string, from: RegExp, allowed: Allowed[]]
