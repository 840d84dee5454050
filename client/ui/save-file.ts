/** Downloads a text as a file of this media type. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Downloads from an address, natively: the browser shows its progress, and the file needs no memory. */
export function saveFrom(address: string): void {
  Object.assign(document.createElement('a'), { href: address, download: '' }).click()
}
