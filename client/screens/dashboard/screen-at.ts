import { matchPath } from 'react-router'
import { screens, type Screen } from '#contract/screens.ts'

/** The row of an address in the table of screens; undefined where none fits. */
export const screenAt = (pathname: string): Screen | undefined =>
  screens.find(({ path }) => matchPath(`/${path}`, pathname))
