import { invalidRequest } from '#server/providers/card-simulator/refusals.ts'

/** A JSON body as the form that says the same: `{"a":{"b":true}}` is `a[b]=true`. */
export function formOfJson(text: string): string {
  const form = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      form.append(name, String(value))
    else for (const [key, inside] of Object.entries(value)) add(name ? `${name}[${key}]` : key, inside)
  }
  add('', parsed(text))
  return form.toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    throw invalidRequest('The request body is not valid JSON.')
  }
}
