import type { Site } from './site.ts'

type Configuration = Pick<Site, 'catalogue'>

/** Whether visitors may search, and see the pages of sellers. */
export const isSearchOpen = ({ catalogue }: Configuration): boolean => catalogue !== 'members'

/** Whether visitors may also read the lists of all books and of a category. */
export const isCatalogueOpen = ({ catalogue }: Configuration): boolean => catalogue === 'open'
