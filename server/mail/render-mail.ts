import type { MailBlock, MailWords } from '#contract/mail-blocks.ts'
import type { Mail } from '#server/ports/mail.ts'
import { renderHtml, type MailSite } from './render-html.ts'
import { renderText } from './render-text.ts'

/** An email's words with those below it: why it comes, and how to stop it. */
export interface WholeMail extends MailWords {
  foot?: readonly MailBlock[]
}

/** Renders an email's words in both forms. */
export function renderMail(
  { subject, cover, blocks, foot = [] }: WholeMail,
  site: MailSite,
): Pick<Mail, 'text' | 'html'> {
  const said = blocks.filter((block): block is MailBlock => block !== null && block !== '')
  return { text: renderText(said, foot), html: renderHtml({ subject, cover, blocks: said, foot }, site) }
}
