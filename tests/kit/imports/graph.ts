import { resolve, type Import } from './read-imports.ts'

/** Import graph: the imported nodes of each node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** What a file counts as: itself, its folder, or null where it is left out. */
type NodeOf = (file: string) => string | null

/** The graph of these imports; what happens inside a node is left out, and so are packages. */
export function graphOf(imports: readonly Import[], nodeOf: NodeOf): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { from, specifier } of imports) {
    const to = resolve(from, specifier)
    const [one, other] = [nodeOf(from), to.startsWith('npm:') ? null : nodeOf(to)]
    if (one === null || other === null || one === other) continue
    graph.set(one, (graph.get(one) ?? new Set()).add(other))
  }
  return graph
}

const isTest = /\.(test|spec)\.tsx?$/

/** Each file of the program for itself. */
export const fileNode: NodeOf = (file) => (isTest.test(file) || /^(tests|tools|bench)\//.test(file) ? null : file)

/**
 * The server's rooms: its folders, one level deeper inside `providers` and `database/embedded`. Files in its root wire
 * the rooms together and may import all of them.
 */
export const serverRoom: NodeOf = (file) =>
  isTest.test(file) ? null : (/^server\/(providers\/[\w-]+|database\/embedded|[\w-]+)\//.exec(file)?.[1] ?? null)

/** The client's rooms: its folders, and each screen. Files in its root belong to none. */
export const clientRoom: NodeOf = (file) =>
  isTest.test(file) ? null : (/^client\/(screens\/[\w-]+|[\w-]+)\//.exec(file)?.[1] ?? null)

/** The groups of nodes that import each other in a circle, each sorted; none in a graph that has levels. */
export function cyclesIn(graph: Graph): string[][] {
  const reachable = new Map<string, Set<string>>()
  for (const start of graph.keys()) {
    const seen = new Set<string>()
    const rest = [...(graph.get(start) ?? [])]
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      rest.push(...(graph.get(node) ?? []))
    }
    reachable.set(start, seen)
  }
  const groups = [...reachable]
    .filter(([node, seen]) => seen.has(node))
    .map(([node, seen]) => [...seen].filter((other) => reachable.get(other)?.has(node)).toSorted())
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()]
}
