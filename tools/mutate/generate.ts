import { parseSync } from 'vite'
import { sqlEdits } from './sql-edits.ts'

/** Replaces the text between two positions. */
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
 * Generates mutations of a file's text that a test should notice: a negated condition, a limit changed by one, `and`
 * for `or`, a removed call, a doubled number, and in SQL a condition or row lock less. In the file's order.
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

/** `as`, `satisfies` and `!` contain an expression; other TypeScript nodes are erased at run time. */
const isOfTypes = ({ type }: Node) => type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)

/** The 0 of `rows[0]` is no limit. */
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
      // A comparison has mutations of its own.
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
