import type { ListSource } from '#contract/books/lists/list-source.ts'

/** A list in memory, read in small pieces, as a file or an upload may come. */
export function sourceOf(content: string | Uint8Array, name = 'books.csv'): ListSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return {
    name,
    async *open() {
      for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7)
    },
  }
}
