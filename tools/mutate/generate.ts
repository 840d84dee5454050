import { parseSync } from 'vite'
import { sqlEdits } from './sql-edits.ts'

/** Text between two positions of a file gives way to another. */
export interface Edit {
  start: number
  end: number
  replace: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const OPPOSITES: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

/**
 * The small changes that a test should notice in a file's text: a condition turned round, a limit moved by one, `and`
 * for `or`, a call left out, a number doubled, and in SQL a condition or a row lock less. In the file's order.
 */
export function editsOf(file: string, text: string): Edit[] {
  const edits: Edit[] = []
  const visit = (node: Node) => {
    if (isOfTypes(node) || node.type === 'ImportDeclaration') return
    edits.push(...editsAt(node, text))
    for (const child of childrenOf(node)) if (!isIndex(node, child)) visit(child)
  }
  visit(parseSync(file, text).program as unknown as Node)
  return edits.toSorted((one, other) => one.start - other.start)
}

/** `as`, `satisfies` and `!` have an expression in them; the rest of TypeScript's own is gone when the program runs. */
const isOfTypes = ({ type }: Node) => type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)

/** The 0 of `rows[0]` says nothing. */
const isIndex = (node: Node, child: Node) => node.type === 'MemberExpression' && child.type === 'Literal'

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
  return Object.values(node).flat().filter(isNode)
}

function editsAt(node: Node, text: string): Edit[] {
  const instead = ({ start, end }: Pick<Node, 'start' | 'end'>, replace: string) => [{ start, end, replace }]
  const sourceOf = ({ start, end }: Node) => text.slice(start, end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node
      // What compares has its own opposite.
      return test.type === 'BinaryExpression' ? [] : instead(test, `!(${sourceOf(test)})`)
    }
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node.left as Node, node.right as Node]
      const opposite = OPPOSITES[node.operator as string]
      return opposite ? instead({ start: left.end, end: right.start }, ` ${opposite} `) : []
    }
    case 'ExpressionStatement':
      return isCall(node.expression as Node) ? instead(node, ';') : []
    case 'Literal':
      return typeof node.value === 'number' ? instead(node, String(node.value * 2 || 1)) : []
    case 'TaggedTemplateExpression':
      return sourceOf(node.tag as Node).startsWith('sql') ? sqlEdits(text, node.quasi as Node) : []
    default:
      return []
  }
}

function isCall({ type, argument }: Node): boolean {
  return type === 'CallExpression' || (type === 'AwaitExpression' && isCall(argument as Node))
}
