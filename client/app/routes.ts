import { index, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { routeId, screens, type Screen } from '#contract/screens.ts'

const DASHBOARD = 'dashboard'
const isOnDashboard = ({ path }: Screen) => path.split('/')[0] === DASHBOARD

/** Builds the router's table from the table of screens, with the dashboard's screens inside its frame. */
export function routesOf(those: readonly Screen[]): RouteConfigEntry[] {
  const inFrame = those.filter(isOnDashboard).map((screen) => routeBelow(`${DASHBOARD}/`, screen))
  const frame = route(DASHBOARD, '../screens/dashboard/dashboard.tsx', { id: 'frame' }, inFrame)
  return [...those.filter((screen) => !isOnDashboard(screen)).map((screen) => routeBelow('', screen)), frame]
}

function routeBelow(above: string, screen: Screen): RouteConfigEntry {
  const path = `${screen.path}/`.slice(above.length, -1)
  const file = `../screens/${screen.file}`
  const options = { id: routeId(screen) }
  return path === '' ? index(file, options) : route(path, file, options)
}

export default routesOf(screens) satisfies RouteConfig
