import { countOf } from '#contract/wording.ts'

/** What became of an import's books when it was taken back. */
interface TakenBackCounts {
  fileName: string
  /** How many left the shop. */
  removed: number
  sold: number
  reserved: number
  edited: number
  takenDown: number
}

/** The same in words: what left the shop, and what stays and why. */
export function takenBackWords({ fileName, removed, sold, reserved, edited, takenDown }: TakenBackCounts): string {
  const stay = [
    [sold, 'sold'],
    [reserved, 'reserved'],
    [edited, 'edited since'],
    [takenDown, 'taken down by the club'],
  ] as const
  const words = stay.flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : []))
  return `${countOf(removed, 'book')} of ${fileName} taken off the shop.${words.length > 0 ? ` ${words.join(', ')}: these stay.` : ''}`
}
