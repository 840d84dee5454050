import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/html/escape-html.ts'

const STYLE =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1f1b16;background:#f6f1e4}' +
  'a{color:#1d4e6b}@media(prefers-color-scheme:dark){body{color:#f1e9d8;background:#16140f}a{color:#8cc4e8}}'

export const busyPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** Page for visitors we can't serve at the moment: an apology that reloads itself. `shopName` is null if not known. */
export function busyPage(shopName: string | null, detail: string, seconds: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<meta name="robots" content="noindex">
<title>One moment, please${shopName === null ? '' : ` · ${escapeHtml(shopName)}`}</title>
<style>${STYLE}</style>
<h1>One moment, please</h1>
<p>${escapeHtml(detail)}</p>
<p>This page will try again by itself in ${seconds} seconds. <a href="">Try again now</a></p>
</html>
`
}
