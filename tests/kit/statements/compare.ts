import { SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript-native/unstable/sync'
import type { Site } from './declared.ts'
import type { Columns } from './describe.ts'

const VOID = 2278
/** What pg makes of a column of these types, by the types' ids; of others, such as lists and JSON, no more is known. */
const valueOf: Readonly<Record<number, string>> = {
  16: 'boolean',
  20: 'string',
  21: 'number',
  23: 'number',
  25: 'string',
  701: 'number',
  1043: 'string',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
}

/** Where the columns of a statement's answer are not what its row's type promises, each in words. */
export function compare(checker: Checker, { row, isGeneric }: Site, columns: Columns): string[] {
  const promised = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, property]))
  const complaints: string[] = []
  for (const { name, oid } of columns) {
    const property = promised.get(name)
    const type = property && checker.getTypeOfSymbol(property)
    const expected = type && kindOf(type)
    const actual = valueOf[oid]
    promised.delete(name)
    // A function that is called for what it does has a column of its own, without a value.
    if (!property && oid !== VOID && !isGeneric) complaints.push(`selects ${name}, which its row has not`)
    if (expected && actual && expected !== actual) complaints.push(`selects ${name} as ${actual}, not ${expected}`)
  }
  for (const { name, flags } of promised.values())
    if (!(flags & SymbolFlags.Optional)) complaints.push(`doesn’t select ${name}`)
  return complaints
}

/** The kind of value that a type is, null apart; undefined where it may be several, or is none of a column's. */
function kindOf(type: Type): string | undefined {
  const members = type.isUnionType() ? (type.getTypes() ?? []) : [type]
  const kinds = new Set(members.filter(({ flags }) => !(flags & TypeFlags.Nullable)).map(kindOfOne))
  return kinds.size === 1 ? [...kinds][0] : undefined
}

function kindOfOne(type: Type): string | undefined {
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  return type.getSymbol()?.name === 'Date' ? 'Date' : undefined
}
