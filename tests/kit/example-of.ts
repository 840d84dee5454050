import type { Call } from '#contract/call.ts'
import { exampleIds } from '#contract/examples.ts'
import { aPicture } from './pictures.ts'

const files: Record<string, Blob> = {
  image: new Blob([await aPicture()], { type: 'image/png' }),
  list: new Blob(['title,author,price\nA,B,3\n']),
}

/** What a call's declaration has as an example of its body, about these people and things; undefined where it takes none. */
export function exampleOf({ example, file }: Call, own: Partial<typeof exampleIds>): unknown {
  if (file !== undefined) {
    const form = new FormData()
    form.set(file, files[file]!, `a ${file}`)
    return form
  }
  if (example === undefined) return undefined
  const ids = { ...exampleIds, message: crypto.randomUUID(), ...own }
  const text = Object.entries(exampleIds).reduce(
    (text, [name, id]) => text.replaceAll(id, ids[name as keyof typeof ids]),
    JSON.stringify(example),
  )
  return JSON.parse(text)
}
