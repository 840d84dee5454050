import { OperatorError } from '#server/database/operator-error.ts'

const MARK = /\{\{([#^/])(\w+)\}\}/
const MARKS = /(\{\{[#^/]\w+\}\})/

interface TextWithParts {
  /** Name of the text in refusals. */
  file: string
  text: string
  variables: Readonly<Record<string, { text: string }>>
}

/**
 * Resolves optional parts: `{{#byCard}}…{{/byCard}}` stays where that variable has a text, `{{^byCard}}…{{/byCard}}`
 * where it is empty. Leaves unknown names to the next step. Throws OperatorError where an end is missing.
 */
export function withOptionalParts(
  { file, text, variables }: TextWithParts,
  saysSomething = (name: string) => variables[name]?.text !== '',
): string {
  const open: { name: string; isShown: boolean }[] = []
  let hidden = 0
  let left = ''
  for (const part of text.split(MARKS)) {
    const [, kind, name = ''] = MARK.exec(part) ?? []
    if (kind === undefined || !Object.hasOwn(variables, name)) {
      if (hidden === 0) left += part
    } else if (kind === '/') {
      const ended = open.pop()
      if (ended?.name !== name) throw new OperatorError(`${file}: ${part} ends nothing that began right before.`)
      if (!ended.isShown) hidden -= 1
    } else {
      const isShown = saysSomething(name) === (kind === '#')
      open.push({ name, isShown })
      if (!isShown) hidden += 1
    }
  }
  const last = open.at(-1)
  if (last) throw new OperatorError(`${file}: {{#${last.name}}} or {{^${last.name}}} has no end, {{/${last.name}}}.`)
  return left
}
