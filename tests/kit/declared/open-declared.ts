import path from 'node:path'
import { API, SymbolFlags, TypeFlags, type Type } from 'typescript-native/unstable/sync'
import { root } from '#tools/run-step.ts'
import type { Declared } from './wire.ts'

export type DeclaredName = keyof Declared

type Fields = Record<string, unknown>

/** What a type declares: members of a union, elements of a list, fields of an object, values of a record. */
interface Shape {
  members: readonly Type[]
  element: Type | undefined
  index: Type | undefined
  fields: Map<string, { type: Type | undefined; isOptional: boolean }>
}

/** Asks the compiler what the provider's packages declare of its wire. */
export function openDeclared() {
  const folder = path.join(root, 'tests/kit/declared')
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProjects: [path.join(folder, 'tsconfig.json')] }).getProjects()
  if (!project) throw new Error('tests/kit/declared/tsconfig.json names no project')
  const { checker, program } = project
  const source = program.getSourceFile(path.join(folder, 'wire.ts'))
  const exported = source && checker.getSymbolAtLocation(source)
  const declared = exported && checker.getMemberInModuleExports(exported, 'Declared')
  if (!declared) throw new Error('wire.ts exports no Declared')
  const typeOf = new Map(
    checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(declared))
      .map((property) => [property.name, checker.getTypeOfSymbol(property)]),
  )

  function find(name: DeclaredName): Type {
    const type = typeOf.get(name)
    if (!type) throw new Error(`Declared has no ${name}`)
    return type
  }

  const shapes = new Map<Type['id'], Shape>()

  /** What a type declares; asked once for each type. */
  function shapeOf(type: Type): Shape {
    const known = shapes.get(type.id)
    if (known) return known
    const isList = checker.isArrayLikeType(type) && type.isTypeReference()
    const shape: Shape = {
      members: (type.isUnionType() ? type.getTypes() : undefined) ?? [type],
      element: isList ? checker.getTypeArguments(type)[0] : undefined,
      index: checker.getIndexInfosOfType(type)[0]?.valueType,
      fields: new Map(
        checker.getPropertiesOfType(type).map((property) => {
          const isOptional = (property.flags & SymbolFlags.Optional) !== 0
          return [property.name, { type: checker.getTypeOfSymbol(property), isOptional }]
        }),
      ),
    }
    shapes.set(type.id, shape)
    return shape
  }

  /** Where a value isn't of a type, each place in words. */
  function faults(value: unknown, type: Type, at: string): string[] {
    const { members } = shapeOf(type)
    if (value === null) return members.some(({ flags }) => flags & TypeFlags.Null) ? [] : [`${at} is null`]
    if (typeof value !== 'object') return faultOfScalar(value, members, at)
    if (members.some(({ flags }) => flags & TypeFlags.AnyOrUnknown)) return []
    const found = members
      .filter((each) => isMeant(value as Fields, each))
      .map((each) => faultsOfObject(value, each, at))
    // Of several kinds of objects, the one that fits best is meant.
    const [best] = found.toSorted((one, other) => one.length - other.length)
    return best ?? [`${at} is an object`]
  }

  /** Whether a member of a union may be what a value is: its `object` and `type`, where declared as one word, are. */
  function isMeant(value: Fields, member: Type): boolean {
    if ((member.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0) return false
    const { fields } = shapeOf(member)
    return ['object', 'type'].every((name) => {
      const type = fields.get(name)?.type
      return !type?.isLiteralType() || type.value === value[name]
    })
  }

  function faultsOfObject(value: object, type: Type, at: string): string[] {
    const { element, index, fields } = shapeOf(type)
    if (Array.isArray(value))
      return element ? value.flatMap((each, place) => faults(each, element, `${at}[${place}]`)) : [`${at} is a list`]
    const missing = [...fields]
      .filter(([name, { isOptional }]) => !isOptional && !(name in value))
      .map(([name]) => `${at}.${name} is missing`)
    const wrong = Object.entries(value as Fields).flatMap(([name, inside]) => {
      const of = fields.get(name)?.type ?? index
      return of ? faults(inside, of, `${at}.${name}`) : [`${at}.${name} is not declared`]
    })
    return [...missing, ...wrong]
  }

  return {
    /** Where a value is not as declared, each place in words; empty where it is. */
    faults: (value: unknown, name: DeclaredName) => faults(value, find(name), name),
    /** Every name of Declared. */
    names: [...typeOf.keys()],
    /** Names of the fields of a declared type. */
    fieldsOf: (name: DeclaredName) => [...shapeOf(find(name)).fields.keys()],
    close: () => api.close(),
  }
}

function faultOfScalar(value: unknown, members: readonly Type[], at: string): string[] {
  if (members.some(({ flags }) => flags & TypeFlags.AnyOrUnknown)) return []
  const literals = members.flatMap((member) => (member.isLiteralType() ? [member.value] : []))
  if (literals.includes(value as never)) return []
  if (typeof value === 'string') {
    // An open enum is a union of words and `string & {}`: only its words are right.
    if (members.some(({ flags }) => flags & TypeFlags.String)) return []
    return [`${at} is ${JSON.stringify(value)}${literals.length > 0 ? ', which is no word of its enum' : ''}`]
  }
  const flag = typeof value === 'number' ? TypeFlags.NumberLike : TypeFlags.BooleanLike
  return members.some((member) => member.flags & flag && !member.isLiteralType()) ? [] : [`${at} is ${String(value)}`]
}
