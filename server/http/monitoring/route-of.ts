import type { FastifyRequest } from 'fastify'
import { screens } from '#contract/screens.ts'

/** The route of all screens, which the router in the page tells apart. */
const SCREENS = '/*'
const DATA = '.data'

interface Pattern {
  /** Parts of the path; null stands for a parameter. */
  parts: readonly (string | null)[]
  fewest: number
  route: string
}

const patterns: Pattern[] = screens.map(({ path }) => {
  const parts = path.split('/')
  return {
    parts: parts.map((part) => (part.startsWith(':') ? null : part)),
    fewest: parts.filter((part) => !part.endsWith('?')).length,
    route: `/${path}`,
  }
})
/** Screens whose address has no parameter, by their path. */
const fixed = new Map(patterns.filter(({ parts }) => !parts.includes(null)).map(({ route }) => [route, route] as const))
/** The others, by their first part, which is never a parameter. */
const withParameters = Map.groupBy(
  patterns.filter(({ parts }) => parts.includes(null)),
  ({ parts }) => parts[0],
)

/**
 * Route of a request for logs and metrics: the call's own pattern, or the screen's (`/advertise/:advertiseId/:slug?`).
 * `/*` for an address that no screen has, `/assets/*` for all files of a build, `none` where nothing is.
 */
export function routeOf({ raw, routeOptions: { url: route } }: FastifyRequest): string {
  if (route === undefined) return 'none'
  if (route !== SCREENS) return route.startsWith('/assets/') ? '/assets/*' : route
  return screenAt(raw.url ?? '') ?? SCREENS
}

function screenAt(url: string): string | undefined {
  const end = url.indexOf('?')
  let path = end === -1 ? url : url.slice(0, end)
  if (path.endsWith(DATA)) path = path === `/_${DATA}` ? '/' : path.slice(0, -DATA.length)
  const found = fixed.get(path)
  if (found !== undefined) return found
  const parts = path.slice(1).split('/')
  return withParameters
    .get(parts[0])
    ?.find(
      (pattern) =>
        parts.length >= pattern.fewest &&
        parts.length <= pattern.parts.length &&
        parts.every((part, at) => pattern.parts[at] === null || pattern.parts[at] === part),
    )?.route
}
