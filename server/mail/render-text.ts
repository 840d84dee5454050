import type { MailBlock } from '#contract/mail-blocks.ts'

/** Renders an email as plain text; what stands below it follows the mark of a signature. */
export function renderText(blocks: readonly MailBlock[], foot: readonly MailBlock[]): string {
  const below = foot.length > 0 ? `\n-- \n${foot.map(textOf).join('\n')}\n` : ''
  return `${blocks.map(textOf).join('\n\n')}\n${below}`
}

function textOf(block: MailBlock): string {
  if (typeof block === 'string') return block
  switch (block.is) {
    case 'link':
      return `${block.label}: ${block.href}`
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'item':
      return [block.words, block.detail, block.href].filter(Boolean).join('\n')
    case 'quote':
      return `${block.lead}: “${block.words}”`
    case 'note':
      return block.words
  }
}
