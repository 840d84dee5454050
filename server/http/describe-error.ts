import { maskAddresses } from './mask-addresses.ts'

/** What the log says of an error. */
export type ErrorFacts = {
  type: string
  code: string | undefined
  message: string
  stack: string
  /** What it was caused by, when it says so. */
  cause?: ErrorFacts
}

const MOST_OF_MESSAGE = 2_000
const MOST_OF_STACK = 8_000
const DEEPEST_CAUSE = 3

/**
 * Facts about anything that was thrown, with addresses masked. It never throws itself, whatever it is given (nothing,
 * a text, an object whose getters throw): what fails while logging would take the place of what really went wrong.
 * Texts are cut before they are worked on, for somebody else may have written them.
 */
export function describeError(thrown: unknown, depth = 0): ErrorFacts {
  const message = textOf(isObject(thrown) ? (read(thrown, 'message') ?? thrown) : thrown)
  const code = read(thrown, 'code')
  // Of several at once, such as a name's addresses none of which answered, the first.
  const cause = read(thrown, 'cause') ?? read(read(thrown, 'errors'), '0')
  return {
    type: textOf(read(thrown, 'name') ?? typeof thrown),
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
    message: maskAddresses(cut(message, MOST_OF_MESSAGE)),
    stack: maskAddresses(stackOf(thrown, message)),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(cause, depth + 1) }),
  }
}

/** Anything thrown, as an error whose properties can be read. */
export function asError(thrown: unknown): Error & { code?: string; statusCode?: number } {
  try {
    if (thrown instanceof Error) return thrown
  } catch {
    // A proxy that was revoked can't even be asked what it is.
  }
  return new Error(describeError(thrown).message)
}

/** A stack begins with the message, which must not displace the places, however long it is. */
function stackOf(thrown: unknown, message: string): string {
  const stack = read(thrown, 'stack')
  if (typeof stack !== 'string') return ''
  const start = stack.slice(0, MOST_OF_MESSAGE).indexOf(message.slice(0, 100))
  const places = start === -1 ? '' : stack.slice(start + message.length)
  if (!places.startsWith('\n')) return cut(stack, MOST_OF_STACK)
  return `${stack.slice(0, start)}${cut(message, MOST_OF_MESSAGE)}${cut(places, MOST_OF_STACK)}`
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

const isObject = (value: unknown) => (typeof value === 'object' && value !== null) || typeof value === 'function'

function read(thrown: unknown, name: string): unknown {
  try {
    return isObject(thrown) ? Reflect.get(thrown, name) : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'something without words'
  }
}
