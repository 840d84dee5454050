import path from 'node:path'
import { API, SignatureKind, TypeFlags, type Signature, type Type } from 'typescript-native/unstable/sync'
import type { Node } from 'typescript-native/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript-native/unstable/ast/is'
import { root } from '#tools/run-step.ts'

/** A place where a statement is executed, and the row that its type promises. */
export interface Site {
  /** File, line and column of `execute`, from 1, as a stack trace has them. */
  at: string
  row: Type
  /** The row's type is a parameter of the function: the statement may select more than its constraint has. */
  isGeneric: boolean
}

/** Asks the compiler for the server's files with SQL: their exported functions, and what their statements promise. */
export function openTypes() {
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] }).getProjects()
  if (!project) throw new Error('tsconfig.json names no project')
  const { checker, program } = project
  const files = program
    .getSourceFileNames()
    .filter((file) => file.startsWith(path.join(root, 'server/')) && /\.(?:sql|public)\.ts$/.test(file))

  /** The site at a call of `execute`; null where the row has no type, because nothing reads it. */
  function siteAt(node: Node, file: string, text: string): Site | null {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null
    const { name, expression } = node.expression
    const type = name.text === 'execute' ? checker.getTypeAtLocation(expression) : undefined
    if (type?.getSymbol()?.name !== 'RawBuilder' || !type.isTypeReference()) return null
    const [declared] = checker.getTypeArguments(type)
    const isGeneric = declared?.isTypeParameter() === true
    const row = isGeneric ? checker.getConstraintOfTypeParameter(declared) : declared
    if (!row || row.flags & TypeFlags.AnyOrUnknown) return null
    const before = text.slice(0, name.end - name.text.length).split('\n')
    return { at: `${path.relative(root, file)}:${before.length}:${before.at(-1)!.length + 1}`, row, isGeneric }
  }

  function sitesIn(file: string): Site[] {
    const source = program.getSourceFile(file)
    if (!source) return []
    const sites: Site[] = []
    const visit = (node: Node): void => {
      const site = siteAt(node, file, source.text)
      if (site) sites.push(site)
      node.forEachChild(visit)
    }
    visit(source)
    return sites
  }

  function functionsOf(file: string): [name: string, signature: Signature][] {
    const source = program.getSourceFile(file)
    const exported = source && checker.getSymbolAtLocation(source)
    if (!exported) return []
    return checker.getExportsOfModule(exported).flatMap(({ name }) => {
      const symbol = checker.getMemberInModuleExports(exported, name)
      const type = symbol && checker.getTypeOfSymbol(symbol)
      const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
      return signature ? [[name, signature] satisfies [string, Signature]] : []
    })
  }

  return { checker, files, sites: files.flatMap(sitesIn), functionsOf, close: () => api.close() }
}
