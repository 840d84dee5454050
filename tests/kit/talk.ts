import { connect, type Socket } from 'node:net'

/** Everything that comes back on a connection of its own until the server ends it. */
export async function talk({ origin }: { origin: string }, say: (socket: Socket) => void): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (part: Buffer) => (heard += part.toString()))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.once('connect', () => say(socket))
  socket.on('error', () => {})
  await ended
  return heard
}
