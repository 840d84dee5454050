import { createServer, type AddressInfo, type Socket } from 'node:net'

/** What a mail server was told and given, untouched. */
export interface SunkMail {
  from: string
  recipients: string[]
  raw: string
}

/**
 * What a mail server says to commands in place of its usual answers; to AUTH only where it is named here. TAKEN is said
 * after a mail that it has taken.
 */
type Says = Partial<Record<'MAIL' | 'RCPT' | 'AUTH' | 'DATA' | 'TAKEN', string>>

/** A mail server on loopback that takes every mail and keeps it; `refuse` is what it says to recipients instead. */
export async function startMailSink({
  refuse = '',
  port = 0,
  says = { RCPT: refuse },
}: { refuse?: string; port?: number; says?: Says } = {}): Promise<{
  url: string
  mails: SunkMail[]
  close(): Promise<void>
}> {
  const mails: SunkMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, says, mails)
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function converse(socket: Socket, says: Says, mails: SunkMail[]): void {
  let pending = ''
  let mail: SunkMail = { from: '', recipients: [], raw: '' }
  let readsData = false
  const say = (line: string) => void socket.write(`${line}\r\n`)

  function command(line: string): void {
    const path = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (/^(EHLO|HELO)/i.test(line)) say(says.AUTH ? '250-sink\r\n250 AUTH PLAIN' : '250 sink')
    else if (/^AUTH/i.test(line)) say(says.AUTH ?? '502 no')
    else if (/^MAIL FROM/i.test(line)) {
      mail = { from: path, recipients: [], raw: '' }
      say(says.MAIL || '250 ok')
    } else if (/^RCPT TO/i.test(line)) {
      if (!says.RCPT) mail.recipients.push(path)
      say(says.RCPT || '250 ok')
    } else if (/^DATA/i.test(line)) {
      readsData = true
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }

  say('220 sink')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    pending += chunk
    for (;;) {
      const mark = readsData ? '\r\n.\r\n' : '\r\n'
      const end = pending.indexOf(mark)
      if (end < 0) return
      const text = pending.slice(0, end)
      pending = pending.slice(end + mark.length)
      if (readsData) {
        readsData = false
        if (!says.DATA) mails.push({ ...mail, raw: `${text}\r\n`.replace(/^\.\./gm, '.') })
        say(says.DATA || says.TAKEN || '250 2.0.0 Ok: queued as 4F2A')
      } else command(text)
    }
  })
}

/** What a reader's program shows of a raw mail: its headers, and each form of its words; empty where it has none. */
export function readMail(raw: string): { headers: Map<string, string>; text: string; html: string } {
  const { headers, body } = splitPart(raw)
  const boundary = /^multipart\/alternative; *boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1)
  const form = (type: string) => {
    const part = parts
      .map((one) => splitPart(one.replace(/^\r\n/, '')))
      .find((one) => one.headers.get('content-type')?.startsWith(type))
    return part ? decodedBody(part) : ''
  }
  return { headers, text: form('text/plain'), html: form('text/html') }
}

interface Part {
  headers: Map<string, string>
  body: string
}

function splitPart(raw: string): Part {
  const split = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string>()
  const lines = raw
    .slice(0, split)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()))
  }
  return { headers, body: raw.slice(split + 4) }
}

function decodedBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  // The break before a boundary belongs to the boundary.
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, '').replace(/\r\n$/, ''))
        : Buffer.from(body.replace(/\r\n$/, ''))
  return bytes.toString('utf8').replace(/\r\n/g, '\n')
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** RFC 2047: =?UTF-8?Q?…?= and =?UTF-8?B?…?=, adjacent ones joined. */
function decodeWords(text: string): string {
  const words = text.replace(/\?=\s+=\?/g, '?==?')
  const bytes: (Buffer | string)[] = []
  let rest = words
  for (
    let found = /=\?utf-8\?([qb])\?([^?]*)\?=/i.exec(rest);
    found;
    found = /=\?utf-8\?([qb])\?([^?]*)\?=/i.exec(rest)
  ) {
    bytes.push(rest.slice(0, found.index))
    const [whole, kind = '', content = ''] = found
    bytes.push(
      kind.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : quotedPrintable(content.replace(/_/g, ' ')),
    )
    rest = rest.slice(found.index + whole.length)
  }
  return Buffer.concat([...bytes, rest].map((part) => Buffer.from(part))).toString('utf8')
}
