import { request, type Server } from 'node:http'

/** A server, or who knows where one listens. */
export type Listening = Pick<Server, 'address'>

const HEALTH = '/api/health'

/** Whether a server answers its health call within so many milliseconds, over a connection of its own. */
export function answersHealth(server: Listening, withinMs: number): Promise<boolean> {
  const address = server.address()
  if (address === null) return Promise.resolve(false)
  const place = typeof address === 'string' ? { socketPath: address } : { host: address.address, port: address.port }
  const signal = AbortSignal.timeout(withinMs)
  return new Promise((resolve) => {
    const asked = request({ ...place, path: HEALTH, agent: false, signal }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('error', () => resolve(false))
    asked.end()
  })
}
