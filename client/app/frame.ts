import {
  isPublic,
  mayBeFound,
  menuEntries,
  routeId,
  screens,
  type MenuEntry,
  type MenuName,
  type Screen,
} from '#contract/screens.ts'
import type { Site } from '#contract/site.ts'

/** What the frame of every page needs of the table of screens; sent with the page, because the table itself is larger. */
export interface Frame {
  /** The routes on which nothing depends on who reads them. */
  open: string[]
  /** The routes that those who search the web may show. */
  found: string[]
  menus: Record<Exclude<MenuName, 'dashboard'>, MenuEntry[]>
}

/** Runs on the server, whose configuration decides. */
export function frameOf(site: Pick<Site, 'cataloguePublic'>, those: readonly Screen[] = screens): Frame {
  const menu = (name: MenuName) => menuEntries(name, those)
  return {
    open: those.filter((screen) => isPublic(screen, site)).map(routeId),
    found: those.filter((screen) => mayBeFound(screen, site)).map(routeId),
    menus: { main: menu('main'), services: menu('services'), company: menu('company'), legal: menu('legal') },
  }
}
