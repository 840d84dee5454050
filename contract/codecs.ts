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

/**
 * An entity of the specification, whose fields have the wire's names there and ours inside. `names` has those that
 * differ: `{ _id: 'id' }`.
 */
export function renamed<
  Wire extends z.ZodMiniObject,
  const Names extends { readonly [Name in keyof z.output<Wire>]?: string },
>(wire: Wire, names: Names) {
  const inner = new Map(Object.entries<string | undefined>(names) as [string, string][])
  const outer = new Map([...inner].map(([name, ours]) => [ours, name]))
  // Custom, because the wire's schema has checked each field already.
  return z.codec(wire, z.custom<Renamed<z.output<Wire>, Names>>(), {
    decode: (fields) => rename(fields, inner) as Renamed<z.output<Wire>, Names>,
    encode: (fields) => rename(fields, outer) as z.output<Wire>,
  })
}

function rename(fields: object, names: ReadonlyMap<string, string>): unknown {
  const entries: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) entries[names.get(name) ?? name] = value
  return entries
}
