const SEPARATORS_IN_WORD = [',', ';', ':', '&', '?', '/', '|']

/**
 * 'ann@example.org' → 'a***@example.org', wherever one stands in a text, also as 'ann%40example.org' and more than one
 * without a space between them. Every character is looked at a fixed number of times, however hostile the text: what
 * ends up in a log may have been sent by anybody.
 */
export function maskAddresses(text: string): string {
  // Cut where a word ends, not matched as words: one match over millions of characters can exhaust V8's stack.
  return text
    .split(/([\s"'<>()=])/)
    .map((word) => (/@|%40/.test(word) ? maskWord(word) : word))
    .join('')
}

/** Every piece but the last ends with what stood before an @. */
function maskWord(word: string): string {
  const pieces = word.split(/(@|%40)/)
  return pieces.map((piece, at) => (at % 2 === 0 && at < pieces.length - 1 ? maskEnd(piece) : piece)).join('')
}

function maskEnd(piece: string): string {
  const start = Math.max(...SEPARATORS_IN_WORD.map((separator) => piece.lastIndexOf(separator))) + 1
  const first = piece.codePointAt(start)
  return first === undefined ? piece : `${piece.slice(0, start)}${String.fromCodePoint(first)}***`
}
