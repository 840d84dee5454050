import type { MailBlock, MailWords } from '#contract/mail-blocks.ts'
import { mailPieces } from '#contract/mail-links.ts'
import { coverPicture } from '#contract/sharing.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import { DARK_STYLE, painted } from './mail-paint.ts'

/** What an email shows of its shop. */
export interface MailSite {
  name: string
  publicUrl: string
  /** The club's email address; empty where none is set. */
  contact: string
}

interface Words extends MailWords {
  /** What programs show beside the subject. */
  preview: string
  blocks: readonly MailBlock[]
  foot: readonly MailBlock[]
}

/**
 * Renders an email as HTML for mail programs: one column, styles inline, tables only where Outlook needs them, and
 * nothing that is loaded from anywhere.
 */
export function renderHtml({ subject, cover, preview, blocks, foot }: Words, site: MailSite): string {
  const isList = blocks.some((block) => typeof block !== 'string' && block.is === 'item')
  const main = isList ? null : blocks.find((block) => typeof block !== 'string' && block.is === 'link')
  const inside = blocks.map((block) => blockHtml(block, site, block === main)).join('\n')
  const below = foot.map((block) => footHtml(block, site)).join('\n')
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK_STYLE}</style>
</head>
<body ${painted('page', `margin:0;padding:0;font:400 16px/1.55 ${SANS};-webkit-text-size-adjust:100%`)}>
<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${painted('page', '')}>
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:start;font:400 16px/1.55 ${SANS}">
<tr><td ${painted('ink', `padding:0 0 12px;font:600 22px/1.2 ${SERIF}`)}><a href="${escapeHtml(site.publicUrl)}/" ${painted('ink', 'text-decoration:none')}>${isolated(site.name)}</a></td></tr>
<tr><td ${painted('card', 'padding:28px 24px 12px;border:1px solid;border-radius:2px;word-break:break-word;overflow-wrap:anywhere')}>
${cover === undefined ? heading(subject) : withCover(heading(subject), cover, site)}
${inside}
</td></tr>
${below && `<tr><td ${painted('quiet', 'padding:16px 0 0;font-size:13px;word-break:break-word;overflow-wrap:anywhere')}>\n${below}\n</td></tr>\n`}</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

const SERIF = "Fraunces,Georgia,'Times New Roman',serif"
const SANS = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const heading = (subject: string): string =>
  `<h1 ${painted('ink', `margin:0 0 16px;font:600 24px/1.2 ${SERIF}`)}>${isolated(subject)}</h1>`

/** The book's cover beside a heading; decoration, since the words name the book. */
const withCover = (headingHtml: string, bookId: string, { publicUrl }: MailSite): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="88" valign="top" style="padding:0 16px 16px 0"><img src="${escapeHtml(publicUrl + coverPicture(bookId))}" width="72" height="108" alt="" style="display:block;border:0"></td>
<td valign="top">${headingHtml}</td>
</tr></table>`

function blockHtml(block: MailBlock, site: MailSite, isMain: boolean): string {
  if (typeof block === 'string') return `<p style="margin:0 0 16px">${wordsHtml(block, site)}</p>`
  switch (block.is) {
    case 'link':
      return isMain ? buttonHtml(block) : linkHtml(block)
    case 'facts':
      return factsHtml(block.facts)
    case 'item':
      return `<div ${painted('rule', 'margin:0 0 12px;padding:12px 0 0;border-top:1px solid')}>
<a href="${escapeHtml(block.href)}" ${painted('link', 'display:inline-block;padding:8px 0;line-height:28px')}>${isolated(block.words)}</a>${
        block.detail && `<div ${painted('quiet', 'font-size:14px')}>${isolated(block.detail)}</div>`
      }
</div>`
    case 'quote':
      return `<p ${painted('quiet', 'margin:0 0 4px;font-size:14px')}>${isolated(block.lead)}</p>
<blockquote ${painted('rule', 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid')}><bdi>${escapeHtml(block.words)}</bdi></blockquote>`
    case 'note':
      return `<p ${painted('quiet', 'margin:0 0 16px;font-size:14px')}>${wordsHtml(block.words, site)}</p>`
  }
}

type LinkBlock = Extract<MailBlock, { is: 'link' }>

/** The address stands below it, for programs without HTML buttons and for readers who look where it leads. */
const buttonHtml = ({ label, href }: LinkBlock): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0"><tr><td ${painted('button', 'border-radius:2px')}>
<a href="${escapeHtml(href)}" ${painted('button', `display:inline-block;padding:12px 24px;border-radius:2px;font:600 16px/24px ${SANS};text-decoration:none`)}>${isolated(label)}</a>
</td></tr></table>
<p ${painted('quiet', 'margin:0 0 20px;font-size:13px;word-break:break-all')}><a href="${escapeHtml(href)}" ${painted('quiet', '')}>${escapeHtml(href)}</a></p>`

const linkHtml = ({ label, href }: LinkBlock): string =>
  `<p style="margin:0 0 12px"><a href="${escapeHtml(href)}" ${painted('link', 'display:inline-block;padding:10px 0;line-height:24px')}>${isolated(label)}</a></p>`

function factsHtml(all: Extract<MailBlock, { is: 'facts' }>['facts']): string {
  const rows = all.map(
    ([name, value]) =>
      `<tr><td valign="top" ${painted('quiet', 'padding:4px 16px 4px 0;font-size:14px;line-height:25px;white-space:nowrap')}>${isolated(name)}</td><td valign="top" style="padding:4px 0">${isolated(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;font:400 16px/1.55 ${SANS}">\n${rows.join('\n')}\n</table>`
}

const footHtml = (block: MailBlock, site: MailSite): string =>
  typeof block !== 'string' && block.is === 'link'
    ? `<a href="${escapeHtml(block.href)}" ${painted('quiet', 'display:inline-block;padding:11px 16px 11px 0;line-height:22px')}>${isolated(block.label)}</a>`
    : `<p style="margin:0">${wordsHtml(typeof block === 'string' ? block : '', site)}</p>`

/** A text in which addresses of ours, and the club's own email address, are links. */
function wordsHtml(text: string, { publicUrl, contact }: MailSite): string {
  return mailPieces(text, [new URL(publicUrl).origin])
    .map(({ text: piece, path }) =>
      path === null
        ? contact === ''
          ? isolated(piece)
          : piece
              .split(contact)
              .map(isolated)
              .join(anchor(`mailto:${contact}`, contact))
        : anchor(piece, piece),
    )
    .join('')
}

const anchor = (href: string, words: string) =>
  `<a href="${escapeHtml(href)}" ${painted('link', '')}>${escapeHtml(words)}</a>`

/** Escaped; what stands in quotation marks may be in a script of any direction, and leaves the sentence's alone. */
const isolated = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/“([^”]*)”/g, '“<bdi>$1</bdi>”')
    .replaceAll('\n', '<br>')
