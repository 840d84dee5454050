import type * as z from 'zod/mini'
import type { FieldRules, Ruled } from './typed-fields.ts'

const cache = new WeakMap<z.core.$ZodType, Ruled<z.core.$ZodType>['rules']>()

/** Reads a schema's field rules, memoized by schema. */
export function formOf<Schema extends z.core.$ZodType>(schema: Schema): Ruled<Schema> {
  const rules = cache.get(schema) ?? readRules(schema)
  cache.set(schema, rules)
  return { schema, rules }
}

function readRules(schema: z.core.$ZodType): Record<string, FieldRules> {
  const shape = (innermost(schema)._zod.def as { shape?: Record<string, z.core.$ZodType> }).shape ?? {}
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      { required: !takes(field, '') && !takes(field, undefined), ...(innermost(field)._zod.bag.keys as FieldRules) },
    ]),
  )
}

const takes = (schema: z.core.$ZodType, value: unknown) => !('issues' in schema['~standard'].validate(value))

/** Innermost schema of a field, below defaults and codecs: it validates the typed text. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { in: typed, innerType: inner = typed } = schema._zod.def as {
    in?: z.core.$ZodType
    innerType?: z.core.$ZodType
  }
  return inner ? innermost(inner) : schema
}
