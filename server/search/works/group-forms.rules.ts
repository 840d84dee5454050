import { areApart, likenessOfForms, type ReadForm } from './form.rules.ts'

/** What an admin decided of two books. */
export interface Decision {
  forms: readonly [ReadForm, ReadForm]
  areSame: boolean
}

/**
 * Puts forms together that are of one work. Pairs are joined in a fixed order, an admin's first, then those for which
 * least has to be guessed, unless a form on one side contradicts one on the other: so the works are the same in whatever
 * order the forms come. Returns each work's forms.
 */
export function groupForms(forms: readonly ReadForm[], decisions: readonly Decision[]): ReadForm[][] {
  const byKey = decisions.length === 0 ? new Map<string, ReadForm[]>() : Map.groupBy(forms, keyOf)
  const decided = decisions.map((decision) => ({ ...decision, sides: sidesOf(decision.forms, byKey) }))
  const parted = new Map<string, Set<string>>()
  for (const { sides, areSame } of decided)
    if (!areSame)
      for (const [one, other] of pairsBetween(...sides)) {
        for (const [from, to] of [
          [one, other],
          [other, one],
        ] as const)
          parted.set(from.id, (parted.get(from.id) ?? new Set()).add(to.id))
      }
  const groups = new Map(forms.map((form) => [form.id, [form]]))
  const join = (one: ReadForm, other: ReadForm, isDecided: boolean) => {
    const [mine, its] = [groups.get(one.id)!, groups.get(other.id)!]
    if (mine === its) return
    const isRefused = pairsBetween(mine, its).some(
      ([left, right]) => parted.get(left.id)?.has(right.id) || (!isDecided && areApart(left, right)),
    )
    if (isRefused) return
    const all = [...mine, ...its]
    for (const { id } of all) groups.set(id, all)
  }
  for (const { sides, areSame } of decided)
    if (areSame) for (const [one, other] of pairsBetween(...sides)) join(one, other, true)
  for (const { one, other } of likePairs(forms)) join(one, other, false)
  return [...new Set(groups.values())]
}

/** Pairs that share a block and are alike, the surest first. */
function likePairs(forms: readonly ReadForm[]): { one: ReadForm; other: ReadForm; guessed: number; key: string }[] {
  const byBlock = Map.groupBy(
    forms.flatMap((form) => form.blocks.map((block) => ({ form, block }))),
    ({ block }) => block,
  )
  const pairs = new Map<string, { one: ReadForm; other: ReadForm; guessed: number; key: string }>()
  for (const entries of byBlock.values()) {
    const sorted = entries.map(({ form }) => form).toSorted((left, right) => (left.id < right.id ? -1 : 1))
    for (const [at, one] of sorted.entries())
      for (const other of sorted.slice(at + 1)) {
        const key = one.id + other.id
        if (pairs.has(key)) continue
        const guessed = likenessOfForms(one, other)
        if (guessed !== null) pairs.set(key, { one, other, guessed, key })
      }
  }
  return [...pairs.values()].toSorted((left, right) => left.guessed - right.guessed || (left.key < right.key ? -1 : 1))
}

const pairsBetween = (some: readonly ReadForm[], others: readonly ReadForm[]) =>
  some.flatMap((one) => others.map((other) => [one, other] as const))

/** The forms that a decision speaks of, on either side. */
function sidesOf(sides: Decision['forms'], byKey: ReadonlyMap<string, ReadForm[]>): [ReadForm[], ReadForm[]] {
  const nameOf = namingOf(sides)
  const like = (side: ReadForm) => (byKey.get(keyOf(side)) ?? []).filter((form) => nameOf(form) === nameOf(side))
  return [like(sides[0]), like(sides[1])]
}

/** How a decision names its forms: by what both sides differ in, so that it holds for as many other copies as may be. */
function namingOf([one, other]: Decision['forms']): (form: ReadForm) => string {
  if (keyOf(one) !== keyOf(other)) return keyOf
  return one.isbn === other.isbn ? ({ id }) => id : (form) => `${keyOf(form)}|${form.isbn}`
}

/** Whether two decisions are about the same two books, in either order. */
export function areAboutTheSame(some: Decision['forms'], others: Decision['forms']): boolean {
  const nameOf = namingOf(some)
  return others.map(nameOf).toSorted().join('\n') === some.map(nameOf).toSorted().join('\n')
}

/** What a form says of its book, as far as the rules read it, without the edition. */
export function keyOf({ read, names, language }: ReadForm): string {
  const { main, subtitle, part, kind, numbers } = read
  const [name] = names
  const author = name ? `${name.last[0]} ${name.given[0]?.[0] ?? ''}` : ''
  return [main, subtitle, part, kind, numbers.join(' '), read.language ?? language ?? '', author].join('|')
}
