import type { MailBlock, MailWords } from '#contract/mail-blocks.ts'
import type { Mail } from '#server/ports/mail.ts'
import { renderHtml, type MailSite } from './render-html.ts'
import { renderText } from './render-text.ts'

/** An email's words with its greeting, and those below it: why it comes, and how to stop it. */
export interface WholeMail extends MailWords {
  /** Not part of the preview that programs show beside the subject. */
  greeting?: string
  foot?: readonly MailBlock[]
}

/** Renders an email's words in both forms. */
export function renderMail(
  { subject, cover, greeting, blocks, foot = [] }: WholeMail,
  site: MailSite,
): Pick<Mail, 'text' | 'html'> {
  const words = blocks.filter((block): block is MailBlock => block !== null && block !== '')
  const preview = words.find((block) => typeof block === 'string') ?? ''
  const said = greeting === undefined ? words : [greeting, ...words]
  return { text: renderText(said, foot), html: renderHtml({ subject, cover, preview, blocks: said, foot }, site) }
}
