import { sql } from 'kysely'
import { intKey } from '#server/database/ordering.ts'
import { SignatureKind, TypeFlags, type Checker, type Type } from 'typescript-native/unstable/sync'

/** What stands for a value of a type, by the type's name. */
export type Known = Readonly<Record<string, () => unknown>>

/** Records may name themselves. */
const DEEPEST = 6

const usual: Known = {
  Date: () => new Date(0),
  RawBuilder: () => sql`(random() < 2)`,
  SortKey: () => intKey(sql`(random() * 2)::int`),
  Buffer: () => Buffer.from('x'),
  Uint8Array: () => new Uint8Array(1),
}

/** Makes values of types. Only their shape matters: they choose a statement's text, and reach no table. */
export function sampler(checker: Checker, more: Known) {
  const known = { ...usual, ...more }
  let state = 1
  /** The same values in each run, others for each variant. */
  const begin = (variant: number) => void (state = variant * 7919 + 1)
  const choose = (of: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % of
  }

  function sample(type: Type, depth = 0): unknown {
    const name = type.getSymbol()?.name ?? ''
    if (Object.hasOwn(known, name)) return known[name]!()
    if (type.isUnionType()) {
      const members = type.getTypes() ?? []
      return sample(members[choose(members.length)]!, depth)
    }
    if (type.isLiteralType()) return type.value
    if (type.flags & TypeFlags.StringLike) return 'sample'
    if (type.flags & TypeFlags.NumberLike) return 1
    if (type.flags & TypeFlags.BigIntLike) return 1n
    if (type.flags & TypeFlags.BooleanLike) return choose(2) === 0
    if (type.flags & TypeFlags.Null) return null
    if (type.isTypeParameter()) return sample(checker.getConstraintOfTypeParameter(type) ?? checker.getUnknownType())
    const isObject = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0
    return isObject && depth < DEEPEST ? sampleObject(type, name, depth + 1) : undefined
  }

  function sampleObject(type: Type, name: string, depth: number): unknown {
    const parts = type.isTypeReference() ? checker.getTypeArguments(type) : []
    const [first, second] = parts
    if (checker.isTupleType(type)) return parts.map((part) => sample(part, depth))
    if (checker.isArrayLikeType(type)) return choose(2) === 0 || !first ? [] : [sample(first, depth)]
    if (/^(?:Readonly)?Map$/.test(name) && first && second)
      return new Map([[sample(first, depth), sample(second, depth)]])
    if (/^(?:Readonly)?Set$/.test(name) && first) return new Set([sample(first, depth)])
    const [call] = checker.getSignaturesOfType(type, SignatureKind.Call)
    const answer = call && checker.getReturnTypeOfSignature(call)
    if (call) return () => (answer ? sample(answer, depth) : undefined)
    const value: Record<string, unknown> = {}
    for (const property of checker.getPropertiesOfType(type)) {
      const of = checker.getTypeOfSymbol(property)
      if (of) value[property.name] = sample(of, depth)
    }
    return value
  }

  return { begin, sample }
}
