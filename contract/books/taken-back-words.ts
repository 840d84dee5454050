import { countOf } from '#contract/wording.ts'
import type { TakenBack } from './brought-lists.ts'

/** What became of an import that was taken back, in words: what left the shop, and what stays and why. */
export function takenBackWords(fileName: string, { removed, sold, reserved, edited, takenDown }: TakenBack): string {
  const stay = [
    [sold, 'sold'],
    [reserved, 'reserved'],
    [edited, 'edited since'],
    [takenDown, 'taken down by the club'],
  ] as const
  const words = stay.flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : []))
  return `${countOf(removed, 'book')} of ${fileName} removed from the shop.${words.length > 0 ? ` ${words.join(', ')}: these stay.` : ''}`
}
