import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { clientRoom, cyclesIn, fileNode, graphOf, serverRoom } from './kit/imports/graph.ts'
import { allImports, importsOf, resolve } from './kit/imports/read-imports.ts'

// Type imports count too: a reader of the file needs them.
const imports = await allImports()

describe('nothing imports itself in a circle', () => {
  test('no file', () => {
    const graph = graphOf(imports, fileNode)
    expect(graph.size).toBeGreaterThan(400)
    expect(cyclesIn(graph)).toEqual([])
  })

  test('no room of the server', () => {
    const graph = graphOf(imports, serverRoom)
    expect([...graph.keys()]).toEqual(
      expect.arrayContaining(['orders', 'http', 'providers/stripe', 'database/embedded']),
    )
    expect(cyclesIn(graph)).toEqual([])
  })

  test('no room of the client', () => {
    const graph = graphOf(imports, clientRoom)
    expect([...graph.keys()]).toEqual(expect.arrayContaining(['ui', 'session', 'screens/home']))
    expect(cyclesIn(graph)).toEqual([])
  })

  test('through the files in the server’s root no room gets at another: of those it imports types alone', () => {
    const loaded = imports.filter(
      ({ from, specifier, isOfTypes }) =>
        !isOfTypes && serverRoom(from) !== null && /^server\/[\w-]+\.ts$/.test(resolve(from, specifier)),
    )
    expect(loaded).toEqual([])
  })
})

test('no folder has more than 40 files', async () => {
  const rooms = ['contract', 'cover', 'server', 'client', 'pages', 'tests', 'tools', 'bench']
  const files = (await Promise.all(rooms.map((room) => readdir(room, { recursive: true, withFileTypes: true })))).flat()
  const counts = Map.groupBy(
    files.filter((entry) => entry.isFile()),
    ({ parentPath }) => parentPath,
  )
  expect(counts.size).toBeGreaterThan(60)
  const full = [...counts].filter(([, inside]) => inside.length > 40)
  expect(full.map(([folder]) => folder)).toEqual([])
})

describe('a planted circle is found', () => {
  const between = (...lines: [from: string, to: string][]) =>
    lines.flatMap(([from, to]) => importsOf(from, `import { a } from '#${to}'`))

  test('between files, also of types alone, and through a third', () => {
    const planted = [
      ...importsOf('contract/a.ts', "import type { B } from './b.ts'"),
      ...importsOf('contract/b.ts', "export { c } from '#contract/c.ts'"),
      ...importsOf('contract/c.ts', "const a = await import('./a.ts')"),
      ...between(['contract/c.ts', 'contract/d.ts']),
    ]
    expect(cyclesIn(graphOf(planted, fileNode))).toEqual([['contract/a.ts', 'contract/b.ts', 'contract/c.ts']])
  })

  test('between the server’s rooms, where no two files do', () => {
    const planted = between(
      ['server/books/a.ts', 'server/accounts/b.ts'],
      ['server/accounts/c.ts', 'server/books/d.ts'],
      ['server/orders/e.ts', 'server/books/a.ts'],
      ['server/providers/mail/f.ts', 'server/database/g.ts'],
      ['server/database/g.ts', 'server/database/embedded/h.ts'],
      ['server/database/embedded/i.ts', 'server/providers/mail/j.ts'],
    )
    expect(cyclesIn(graphOf(planted, fileNode))).toEqual([])
    expect(cyclesIn(graphOf(planted, serverRoom))).toEqual([
      ['accounts', 'books'],
      ['database', 'database/embedded', 'providers/mail'],
    ])
  })

  test('between the client’s rooms', () => {
    const planted = between(
      ['client/lists/a.tsx', 'client/ui/b.tsx'],
      ['client/ui/c.tsx', 'client/forms/d.ts'],
      ['client/forms/e.ts', 'client/lists/f.ts'],
      ['client/screens/home/g.tsx', 'client/lists/a.tsx'],
    )
    expect(cyclesIn(graphOf(planted, clientRoom))).toEqual([['forms', 'lists', 'ui']])
  })

  test('and what is no circle is none', () => {
    const planted = between(
      ['server/books/a.ts', 'server/accounts/b.ts'],
      ['server/orders/c.ts', 'server/books/a.ts'],
      ['server/orders/c.ts', 'server/accounts/b.ts'],
      ['server/orders/c.ts', 'server/orders/d.ts'],
    )
    expect(cyclesIn(graphOf(planted, fileNode))).toEqual([])
    expect(cyclesIn(graphOf(planted, serverRoom))).toEqual([])
  })
})
