import { escapeHtml } from '#server/html/escape-html.ts'

/** Signs that no XML document may have, however they are written. */
// oxlint-disable-next-line no-control-regex -- taking them out is the purpose
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Any text, to stand in an XML document as text or inside a quoted attribute. */
export const xmlText = (text: string): string => escapeHtml(text.toWellFormed().replace(FORBIDDEN, ''))

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const XML_TYPE = 'application/xml; charset=utf-8'
