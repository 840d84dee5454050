import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a zip, by its central directory as unpackers read it; throws where a file isn't what it says. */
export function unzip(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0) throw new Error('There is no end of a central directory')
  const count = zip.readUInt16LE(end + 10)
  const files: Record<string, Buffer> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let turn = 0; turn < count; turn += 1) {
    const [method, crc, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(begin, begin + packed)
    files[name] = method === 0 ? bytes : inflateRawSync(bytes)
    if (crc32(files[name]) !== crc) throw new Error(`${name} is damaged`)
    at += 46 + nameLength + extra + comment
  }
  return files
}
