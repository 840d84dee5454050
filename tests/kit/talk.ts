import { connect, type Socket } from 'node:net'

/** Returns all bytes of a connection until the server closes it. */
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
