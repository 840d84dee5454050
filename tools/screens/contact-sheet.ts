import { deviceNames, schemes, type Picture } from './take-pictures.ts'

/** Contact sheet of all screenshots: a row for each screen, a column for each device and scheme. */
export function contactSheet(pictures: readonly Picture[]): string {
  const titles = [...new Set(pictures.map(({ title }) => title))].toSorted()
  const columns = deviceNames.flatMap((device) => schemes.map((scheme) => `${device}-${scheme}`))
  const rows = titles.map((title) => {
    const ofRow = pictures.filter((picture) => picture.title === title)
    const cells = columns.map((column) => {
      const file = ofRow.find((picture) => picture.file.endsWith(`${column}.png`))?.file
      return file
        ? `<a href="${file}"><img src="${file}" alt="${title}, ${column}" loading="lazy" class="${column}"></a>`
        : '<p>no picture</p>'
    })
    return `<section><h2>${title}</h2><div>${cells.join('')}</div></section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>All screens</title>
<style>
  body { margin: 24px; background: #777; color: #fff; font: 14px system-ui, sans-serif }
  h2 { position: sticky; top: 0; margin: 0; padding: 8px 0; background: #777; font-size: 16px }
  div { display: grid; grid-template-columns: 1fr 1fr 2fr 2fr; gap: 16px; align-items: start; margin-bottom: 40px }
  a { display: block; overflow: auto; max-height: 80vh }
  img { display: block; width: 100% }
</style>
<h1>${titles.length} screens</h1>
${rows.join('\n')}
</html>
`
}
