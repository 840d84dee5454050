import * as z from 'zod/mini'

/** A moment: text in ISO 8601, UTC, on the wire; a Date inside. */
export const time = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** Money: integer minor units of a currency, alike on the wire and inside. */
export const money = z.object({ minor: z.int(), currency: z.string() })

type Renamed<Wire, Names> = {
  [Name in keyof Wire as Name extends keyof Names ? Names[Name] & string : Name]: Wire[Name]
}

/** Our names by the wire's, of each schema that `renamed` made: an encoder reads fields by them without a copy in between. */
export const namesInside = new WeakMap<z.core.$ZodType, ReadonlyMap<string, string>>()

/**
 * An entity of the specification, whose fields have the wire's names there and ours inside. `names` has those that
 * differ: `{ _id: 'id' }`.
 */
export function renamed<
  Wire extends z.ZodMiniObject,
  const Names extends { readonly [Name in keyof z.output<Wire>]?: string },
>(wire: Wire, names: Names) {
  const inside = new Map(Object.entries<string | undefined>(names) as [string, string][])
  const outside = new Map([...inside].map(([name, ours]) => [ours, name]))
  // Custom, because the wire's schema has checked each field already.
  const codec = z.codec(wire, z.custom<Renamed<z.output<Wire>, Names>>(), {
    decode: (fields) => rename(fields, inside) as Renamed<z.output<Wire>, Names>,
    encode: (fields) => rename(fields, outside) as z.output<Wire>,
  })
  namesInside.set(codec, inside)
  return codec
}

const rename = (fields: object, names: ReadonlyMap<string, string>): unknown =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]))
