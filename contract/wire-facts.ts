import * as z from 'zod/mini'
import { emptyForNull } from './text.ts'

// What people say of a thing is text on the wire. A table has one line per fact: its name there, what may be said, and
// what we make of it. Names, codecs and the forms' schemas come from the table.

/** What we make of a fact's text, and back. */
interface Reading<T> {
  read(text: string): T
  write(value: T): string
}

export const asText: Reading<string> = { read: (text) => text, write: (text) => text }
export const asTextOrNull: Reading<string | null> = { read: (text) => text || null, write: (text) => text ?? '' }
export const asNumber: Reading<number> = { read: Number, write: String }
export const asNumberOrNull: Reading<number | null> = {
  read: (text) => (text === '' ? null : Number(text)),
  write: (number) => (number === null ? '' : String(number)),
}
/** One of a few words; any other is null. */
export const asOneOf = <const Word extends string>(words: readonly Word[]): Reading<Word | null> => ({
  read: (text) => words.find((word) => word === text) ?? null,
  write: (word) => word ?? '',
})

type TextSchema = z.core.$ZodType<string | undefined>

interface Fact<
  Name extends string = string,
  T = unknown,
  Said extends TextSchema = TextSchema,
  Shown extends TextSchema = TextSchema,
> extends Reading<T> {
  wire: Name
  /** What a form, or another client, may say. */
  said: Said
  shown: Shown
}
type Facts = Readonly<Record<string, Fact>>

/** A fact that is always on the wire, as '' where it is empty. */
export const fact = <const Name extends string, T, Said extends TextSchema>(
  wire: Name,
  reading: Reading<T>,
  said: Said,
): Fact<Name, T, Said, z.ZodMiniString> => ({ wire, said, shown: z.string(), ...reading })

/** An optional fact, left off the wire where it is empty: clients of the specification don't know it. */
export const addedFact = <const Name extends string, T>(
  wire: Name,
  reading: Reading<T>,
  said: z.ZodMiniType<string, string>,
) => ({ wire, said: z.optional(emptyForNull(said)), shown: z.optional(z.string()), ...reading })

/** The facts as we have them. */
export type ValuesOf<F extends Facts> = { [Key in keyof F]: ReturnType<F[Key]['read']> }

type Shape<F extends Facts, Part extends 'said' | 'shown'> = { [Key in keyof F as F[Key]['wire']]: F[Key][Part] }
/** The facts as they stand on the wire. */
type TextsOf<F extends Facts> = z.output<z.ZodMiniObject<Shape<F, 'shown'>>>

/** The schema of each fact by its name on the wire: of what may be said, or of what is shown. */
export function shapeOf<F extends Facts, Part extends 'said' | 'shown'>(facts: F, part: Part): Shape<F, Part> {
  return Object.fromEntries(Object.values(facts).map((one) => [one.wire, one[part]])) as Shape<F, Part>
}

/** Wire → facts; what is not there reads as ''. */
export function readFacts<F extends Facts>(facts: F, texts: { readonly [wire: string]: unknown }): ValuesOf<F> {
  const values: Record<string, unknown> = {}
  for (const key in facts) {
    const { wire, read } = facts[key]!
    const text = texts[wire]
    values[key] = read(typeof text === 'string' ? text : '')
  }
  return values as ValuesOf<F>
}

/** Facts → wire. */
export function writeFacts<F extends Facts>(facts: F, values: ValuesOf<F>): TextsOf<F> {
  const texts: Record<string, string> = {}
  for (const key in facts) {
    const { wire, write, shown } = facts[key]!
    const text = write(values[key])
    if (text !== '' || !isOptional(shown)) texts[wire] = text
  }
  return texts as TextsOf<F>
}

/** The facts of a table and nothing else of what a thing has. */
export function pickFacts<F extends Facts>(facts: F, thing: ValuesOf<F>): ValuesOf<F> {
  const values: Record<string, unknown> = {}
  for (const key in facts) values[key] = thing[key]
  return values as ValuesOf<F>
}

const isOptional = (schema: z.core.$ZodType) => schema._zod.optin !== undefined
