/** Piece of a mail with its offset: plain text, or one of our addresses with its path. */
export type MailPiece = { at: number; text: string; path: string | null }

const ADDRESS = /https?:\/\/[^\s<>"]+/g
const SENTENCE_END = /[.,;:!?)]+$/

/** Splits an email’s text at our addresses. Other addresses stay text: emails link nowhere else. */
export function mailPieces(text: string, origins: readonly string[]): MailPiece[] {
  const pieces: MailPiece[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(SENTENCE_END, '')
    const url = URL.parse(address)
    if (!url || !origins.includes(url.origin)) continue
    if (match.index > end) pieces.push({ at: end, text: text.slice(end, match.index), path: null })
    pieces.push({ at: match.index, text: address, path: url.pathname + url.search + url.hash })
    end = match.index + address.length
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), path: null })
  return pieces
}
