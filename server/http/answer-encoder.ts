import * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Encoder = (value: unknown) => unknown

/**
 * What turns an answer into its wire form. A codec's own `encode` is typed as the wire, so of what it makes only the
 * declared fields are copied; parsing it once more took an eighth of a list's CPU time. With `strict` it is parsed all
 * the same, as tests want it, and so is whatever is no such codec.
 */
export function answerEncoder(schema: Schema, { strict }: { strict: boolean }): Encoder {
  return (strict ? null : codecEncoder(schema)) ?? ((value) => z.encode(schema, value))
}

/** Of a codec, or a list of them, over plain data; null of anything else. */
function codecEncoder(schema: Schema): Encoder | null {
  if (schema instanceof z.core.$ZodArray && isUnchecked(schema)) {
    const item = codecEncoder(schema._zod.def.element)
    return item && ((items) => (items as unknown[]).map(item))
  }
  if (!(schema instanceof z.core.$ZodCodec) || !isUnchecked(schema)) return null
  const { in: wire, reverseTransform: encode } = schema._zod.def
  const copy = copierOf(wire)
  return copy && ((value) => copy(encode(value, { value, issues: [] })))
}

const asItIs: Encoder = (value) => value

/** Copies what the schema declares and nothing else; null where that takes more than copying. */
function copierOf(schema: Schema): Encoder | null {
  if (!isUnchecked(schema)) return null
  if (schema instanceof z.core.$ZodObject) return fieldsCopier(schema)
  if (schema instanceof z.core.$ZodArray) return listCopier(schema)
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
    const copy = copierOf(schema._zod.def.innerType)
    return copy && ((value) => (value === undefined || value === null ? value : copy(value)))
  }
  return LEAVES.some((leaf) => schema instanceof leaf) ? asItIs : null
}

const LEAVES = [z.core.$ZodString, z.core.$ZodNumber, z.core.$ZodBoolean, z.core.$ZodEnum, z.core.$ZodLiteral]

function fieldsCopier({ _zod: { def } }: z.core.$ZodObject): Encoder | null {
  if (def.catchall) return null
  const fields: [name: string, copy: Encoder][] = []
  for (const [name, schema] of Object.entries(def.shape)) {
    const copy = copierOf(schema)
    if (!copy) return null
    fields.push([name, copy])
  }
  return (value) => {
    const given = value as Record<string, unknown>
    const copied: Record<string, unknown> = {}
    for (const [name, copy] of fields) {
      const field = given[name]
      if (field !== undefined) copied[name] = copy(field)
    }
    return copied
  }
}

function listCopier({ _zod: { def } }: z.core.$ZodArray): Encoder | null {
  const copy = copierOf(def.element)
  if (copy === asItIs) return asItIs
  return copy && ((items) => (items as unknown[]).map(copy))
}

/** A check may change what it looks at. */
const isUnchecked = ({ _zod: { def } }: Schema) => !def.checks?.length
