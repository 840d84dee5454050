// Loaded into the shop's process before anything else (node --import): changes its clock and what it hears of its card
// provider, as the chaos says over the channel between the two. The shop's own code has no such door.
import http, { type ClientRequest } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

/** What the shop meets. `lost` calls do what they are asked, and their answer never comes; `lying` ones say that they failed. */
export interface Weather {
  /** Milliseconds by which the clock is wrong. */
  clock: number
  provider: 'well' | 'away' | 'slow' | 'lost' | 'lying'
  events: 'once' | 'twice' | 'unordered'
}

const SLOW_MS = 4000
const UNORDERED_WITHIN_MS = 3000
let weather: Weather = { clock: 0, provider: 'well', events: 'once' }
process.on('message', (message: { weather?: Weather }) => {
  if (message.weather) weather = message.weather
})
// Listening must not keep the process alive.
process.channel?.unref()

const RightDate = Date
globalThis.Date = class extends RightDate {
  constructor(...given: [] | [number | string]) {
    if (given.length === 0) super(RightDate.now() + weather.clock)
    else super(...given)
  }
  static override now() {
    return RightDate.now() + weather.clock
  }
} as DateConstructor

const PROVIDER = /^\/api\/card-simulator\/v[12]\//
const request = http.request.bind(http) as (...given: unknown[]) => ClientRequest
http.request = (...given: unknown[]) => {
  const options = given.find((each): each is { path?: string } => typeof each === 'object' && each !== null)
  if (!options || !PROVIDER.test(options.path ?? '') || weather.provider === 'well') return request(...given)
  // Nothing listens there.
  if (weather.provider === 'away') return request({ ...options, host: '127.0.0.1', port: 9 })
  return disturbed(request(...given), weather.provider)
}
syncBuiltinESMExports()

function disturbed(sent: ClientRequest, how: Weather['provider']): ClientRequest {
  const [end, emit] = [sent.end.bind(sent), sent.emit.bind(sent)]
  if (how === 'slow') sent.end = ((...given: []) => (setTimeout(() => end(...given), SLOW_MS), sent)) as typeof sent.end
  else
    sent.emit = ((event: string, ...given: unknown[]) => {
      if (event !== 'response') return emit(event, ...given)
      if (how === 'lying') return emit(event, Object.assign(given[0] as object, { statusCode: 500 }))
      sent.destroy(new Error('The answer got lost.'))
      return true
    }) as typeof sent.emit
  return sent
}

const usualFetch = globalThis.fetch
globalThis.fetch = async (...given) => {
  const [to] = given
  const isEvent = typeof to === 'string' && to.endsWith('/api/payment-events')
  if (weather.events === 'once' || !isEvent) return usualFetch(...given)
  if (weather.events === 'twice') await usualFetch(...given)
  else await new Promise((resolve) => void setTimeout(resolve, Math.random() * UNORDERED_WITHIN_MS))
  return usualFetch(...given)
}
