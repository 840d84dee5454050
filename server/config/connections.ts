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
/** By default, and at least: ten, and two that listen. */
const LEAST: Connections = { shop: 5, identity: 2, identityLocks: 1, jobs: 3 }
/** With so many the locks and jobs have enough; what there is beyond is for requests. */
const AMPLE: Connections = { shop: 20, identity: 8, identityLocks: 4, jobs: 5 }

const sum = ({ shop, identity, identityLocks, jobs }: Connections) => shop + identity + identityLocks + jobs + LISTENER

export const LEAST_CONNECTIONS = sum(LEAST)
const AMPLE_CONNECTIONS = sum(AMPLE)

/** Divides an instance's connections between its parts; the remainder goes to requests. */
export function divideConnections(all: number): Connections {
  const part = Math.min(1, (all - LEAST_CONNECTIONS) / (AMPLE_CONNECTIONS - LEAST_CONNECTIONS))
  const share = (name: keyof Connections) => Math.floor(LEAST[name] + part * (AMPLE[name] - LEAST[name]))
  const more = Math.max(0, all - AMPLE_CONNECTIONS)
  const identity = share('identity') + Math.floor((more * AMPLE.identity) / (AMPLE.identity + AMPLE.shop))
  const others = { identity, identityLocks: share('identityLocks'), jobs: share('jobs') }
  return { ...others, shop: all - sum({ ...others, shop: 0 }) }
}
