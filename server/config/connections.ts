/** How many connections to the database each part of an instance opens at most. */
export interface Connections {
  /** Requests. */
  shop: number
  /** Sign-in and sign-up, and the writes that follow. */
  identity: number
  identityLocks: number
  /** The job runner: one connection listens, each other runs a job. */
  jobs: number
}

/** LISTEN connection for changes of the catalogue and messages. */
const LISTENER = 1
const USUAL: Connections = { shop: 20, identity: 8, identityLocks: 4, jobs: 5 }
const LEAST: Connections = { shop: 5, identity: 3, identityLocks: 2, jobs: 2 }

const sum = ({ shop, identity, identityLocks, jobs }: Connections) => shop + identity + identityLocks + jobs + LISTENER

export const USUAL_CONNECTIONS = sum(USUAL)
export const LEAST_CONNECTIONS = sum(LEAST)

/** Divides an instance's connections in proportion to the defaults; the remainder goes to requests. */
export function divideConnections(all: number): Connections {
  const part = Math.min(1, (all - LEAST_CONNECTIONS) / (USUAL_CONNECTIONS - LEAST_CONNECTIONS))
  const share = (name: keyof Connections) => Math.floor(LEAST[name] + part * (USUAL[name] - LEAST[name]))
  const more = Math.max(0, all - USUAL_CONNECTIONS)
  const identity = share('identity') + Math.floor((more * USUAL.identity) / (USUAL.identity + USUAL.shop))
  const others = { identity, identityLocks: share('identityLocks'), jobs: share('jobs') }
  return { ...others, shop: all - sum({ ...others, shop: 0 }) }
}
