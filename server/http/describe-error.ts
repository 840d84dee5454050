import { maskAddresses } from './mask-addresses.ts'

/** Facts of an error for the log. */
export type ErrorFacts = {
  type: string
  code: string | undefined
  message: string
  stack: string
  /** Facts of the error's `cause`, if any. */
  cause?: ErrorFacts
}

const MOST_OF_MESSAGE = 2_000
const MOST_OF_STACK = 8_000
const DEEPEST_CAUSE = 3

/**
 * Describes anything that was thrown, with addresses masked. Never throws, whatever it is given (nothing, a text, an
 * object whose getters throw): a failure while logging would hide the real one. Cuts texts before it works on them,
 * since a stranger may have written them.
 */
export function describeError(thrown: unknown, depth = 0): ErrorFacts {
  const message = textOf(isObject(thrown) ? (read(thrown, 'message') ?? thrown) : thrown)
  const code = read(thrown, 'code')
  // Of an AggregateError, such as from a name whose addresses all failed, the first.
  const cause = read(thrown, 'cause') ?? read(read(thrown, 'errors'), '0')
  return {
    type: textOf(read(thrown, 'name') ?? typeof thrown),
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
    message: maskAddresses(cut(message, MOST_OF_MESSAGE)),
    stack: maskAddresses(stackOf(thrown, message)),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(cause, depth + 1) }),
  }
}

/** Wraps anything thrown as an error with readable properties. */
export function asError(thrown: unknown): Error & { code?: string; statusCode?: number } {
  try {
    if (thrown instanceof Error) return thrown
  } catch {
    // A revoked proxy throws on every access.
  }
  return new Error(describeError(thrown).message)
}

/** Stack without its message, which could be long enough to displace the frames. */
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
