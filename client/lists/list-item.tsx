import type { ListItemProps } from './finished/finished-item.tsx'

/**
 * Item of a list of hundreds, on public pages: the server keeps its markup. Its element's props are data and components,
 * and it reads no context but the shop's configuration.
 */
export const ListItem = import.meta.env.SSR
  ? (await import('./finished/finished-item.tsx')).FinishedItem
  : (props: ListItemProps) => <li {...props} />
