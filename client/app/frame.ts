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

/** Data of the table of screens that every page's frame needs; sent with the page, because the table is larger. */
export interface Frame {
  /** Routes that are the same for every reader. */
  open: string[]
  /** Routes that search engines may index. */
  found: string[]
  menus: Record<Exclude<MenuName, 'dashboard'>, MenuEntry[]>
}

/** Computes the frame on the server, from its configuration. */
export function frameOf(site: Pick<Site, 'catalogue'>, those: readonly Screen[] = screens): Frame {
  const menu = (name: MenuName) => menuEntries(name, those)
  return {
    open: those.filter((screen) => isPublic(screen, site)).map(routeId),
    found: those.filter((screen) => mayBeFound(screen, site)).map(routeId),
    menus: { main: menu('main'), services: menu('services'), company: menu('company'), legal: menu('legal') },
  }
}
