import * as z from 'zod/mini'
import { namesInside } from '#contract/codecs.ts'

type Schema = z.core.$ZodType
type Encoder = (value: unknown) => unknown

/**
 * Encodes an answer into its wire form. The compiler has checked its type, so only the declared fields are copied,
 * through their codecs; parsing the result as well took an eighth of a list's CPU time. `strict`, for tests, parses all
 * the same, as does a schema that needs more than copying (a default, a check).
 */
export function answerEncoder(schema: Schema, { strict }: { strict: boolean }): Encoder {
  return (strict ? null : copierOf(schema)) ?? ((value) => z.encode(schema, value))
}

const unchanged: Encoder = (value) => value

/** Copies exactly the declared fields; null where the schema needs more than copying. */
function copierOf(schema: Schema): Encoder | null {
  if (!isUnchecked(schema)) return null
  if (schema instanceof z.core.$ZodCodec) return codecCopier(schema)
  if (schema instanceof z.core.$ZodObject) return fieldsCopier(schema)
  if (schema instanceof z.core.$ZodArray) return listCopier(schema)
  if (schema instanceof z.core.$ZodIntersection) return bothCopier(schema)
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
    const copy = copierOf(schema._zod.def.innerType)
    if (!copy || copy === unchanged) return copy
    return (value) => (value === undefined || value === null ? value : copy(value))
  }
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.every(isLeaf) ? unchanged : null
  return isLeaf(schema) ? unchanged : null
}

const LEAVES = [z.core.$ZodString, z.core.$ZodNumber, z.core.$ZodBoolean, z.core.$ZodEnum, z.core.$ZodLiteral]
const isLeaf = (schema: Schema) => isUnchecked(schema) && LEAVES.some((leaf) => schema instanceof leaf)

function codecCopier(schema: z.core.$ZodCodec): Encoder | null {
  const { def } = schema._zod
  const names = namesInside.get(schema)
  if (names && def.in instanceof z.core.$ZodObject) return fieldsCopier(def.in, names)
  const copy = copierOf(def.in)
  return copy && ((value) => copy(def.reverseTransform(value, { value, issues: [] })))
}

/** `names` maps wire names to those of the value, where they differ. */
function fieldsCopier({ _zod: { def } }: z.core.$ZodObject, names?: ReadonlyMap<string, string>): Encoder | null {
  if (def.catchall) return null
  const fields: [name: string, inside: string, copy: Encoder][] = []
  for (const [name, schema] of Object.entries(def.shape)) {
    const copy = copierOf(schema)
    if (!copy) return null
    fields.push([name, names?.get(name) ?? name, copy])
  }
  // Copies begin with all fields, so that they share a hidden class; undefined fields are left out of the JSON.
  const template = Object.fromEntries(fields.map(([name]) => [name, undefined]))
  return (value) => {
    const given = value as Record<string, unknown>
    const copied: Record<string, unknown> = { ...template }
    for (const [name, inside, copy] of fields) {
      const field = given[inside]
      if (field !== undefined) copied[name] = copy === unchanged ? field : copy(field)
    }
    return copied
  }
}

function listCopier({ _zod: { def } }: z.core.$ZodArray): Encoder | null {
  const copy = copierOf(def.element)
  if (copy === unchanged) return unchanged
  return copy && ((items) => (items as unknown[]).map(copy))
}

/** Copies what either side of an intersection declares. */
function bothCopier({ _zod: { def } }: z.core.$ZodIntersection): Encoder | null {
  const [left, right] = [copierOf(def.left), copierOf(def.right)]
  return left && right && ((value) => Object.assign({}, left(value), right(value)))
}

/** A check may transform its value. */
const isUnchecked = ({ _zod: { def } }: Schema) => !def.checks?.length
