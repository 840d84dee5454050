import type * as z from 'zod/mini'
import type { InvalidField } from '#contract/problems.ts'

/** Validation errors of a schema, in its order and once per field; empty when valid. */
export function problemsIn(error: z.core.$ZodError | undefined): InvalidField[] {
  const first = new Map<string, InvalidField>()
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0])
    if (!first.has(field)) first.set(field, { field, message })
  }
  return [...first.values()]
}
