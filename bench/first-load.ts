import { fetchCompressed } from '#tools/fetch-compressed.ts'

// A page names what it loads in src and href attributes and in the imports of its inline module script; a module, in
// its static imports. What a module imports by a call comes later.
const IN_PAGE =
  /<script[^>]*\ssrc="([^"]+)"|<link[^>]*\srel="modulepreload"[^>]*\shref="([^"]+)"|<link[^>]*\shref="([^"]+)"[^>]*\srel="modulepreload"|\bimport\s*\(?\s*"([^"]+\.js)"|\bfrom\s*"([^"]+\.js)"/g
const IN_MODULE = /(?:^|[;}\s])(?:import|export)(?:[\w*{}\s,$]*from)?\s*["']([^"']+\.js)["']/g

/** Compressed bytes of all the JavaScript that a browser loads to show a page for the first time, and its files. */
export async function firstLoad(pageUrl: string): Promise<{ bytes: number; files: number }> {
  const html = (await fetchCompressed(pageUrl)).text
  const waiting = [...html.matchAll(IN_PAGE)].map((match) => new URL(match.slice(1).find(Boolean)!, pageUrl).href)
  const seen = new Set<string>()
  let bytes = 0
  for (const url of waiting) {
    if (seen.has(url)) continue
    seen.add(url)
    const script = await fetchCompressed(url)
    bytes += script.bytes
    waiting.push(...[...script.text.matchAll(IN_MODULE)].map(([, specifier]) => new URL(specifier!, url).href))
  }
  if (seen.size === 0) throw new Error(`${pageUrl} loads no JavaScript at all; the bench reads it wrongly.`)
  return { bytes, files: seen.size }
}
