/** Declares the part of autocannon (load test) that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface LoadRequest {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string
    /** Called before each request; returns what is sent. */
    setupRequest?: (request: LoadRequest) => LoadRequest
  }
  interface Options {
    url: string
    connections: number
    /** Total of requests. */
    amount: number
    /** Timeout of an answer, in seconds. */
    timeout: number
    /** Sampling interval in milliseconds, which is how exactly the end is noticed. */
    sampleInt: number
    requests: LoadRequest[]
    /** Called for each connection before it sends anything. */
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
