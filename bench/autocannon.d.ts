/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface LoadRequest {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string
    /** Called before each sending of this request; what it gives back is sent. */
    setupRequest?: (request: LoadRequest) => LoadRequest
  }
  interface Options {
    url: string
    connections: number
    /** Requests in all. */
    amount: number
    /** Seconds that one answer may take. */
    timeout: number
    /** Milliseconds; the end is noticed this often. */
    sampleInt: number
    requests: LoadRequest[]
    /** Called with each connection before it sends anything. */
    setupClient?: (client: { setRequests(requests: LoadRequest[]): void }) => void
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
  }
  interface Instance extends PromiseLike<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, tookMs: number) => void): void
    stop(): void
  }
  export default function autocannon(options: Options): Instance
}
