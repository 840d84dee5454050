import type { Page } from '@playwright/test'
import type { Club, Viewer } from './clubs.ts'

/** A state of a screen. */
export interface Screen {
  /** Its path in the table of screens; '' for the home page. */
  route: string
  /** Which state of it this is; unique together with the route, the viewer and the club. */
  state: string
  as: Viewer
  address: (club: Club) => string
  /** What has to be pressed before it shows. */
  reach?: (page: Page, club: Club) => Promise<void>
  /** Whether that leads elsewhere on a phone than on a desktop. */
  differsByDevice?: true
  /** What is arranged before it opens: calls that are answered as no club can be made to. */
  arrange?: (page: Page) => Promise<unknown>
}

/** A screen in one of its states. */
export const screen = (
  route: string,
  as: Viewer,
  state = '',
  address: Screen['address'] = () => `/${route}`,
  reach?: Screen['reach'],
): Screen => ({ route, as, state, address, ...(reach && { reach }) })

/** The same, after something was arranged. */
export const arranged = (arrange: (page: Page) => Promise<unknown>, shown: Screen): Screen => ({ ...shown, arrange })
