const SEPARATORS_IN_WORD = [',', ';', ':', '&', '?', '/', '|']

/**
 * Masks emails: 'ann@example.org' → 'a***@example.org', anywhere in a text, also as 'ann%40example.org' and several
 * without a space between them. Linear time, however hostile the text: a stranger may have sent what ends up in a log.
 */
export function maskAddresses(text: string): string {
  // Split at the ends of words instead of matched: a match over millions of characters can exhaust V8's stack.
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
