import type { MetaDescriptor } from 'react-router'

/** Atom feed link for the head of a list. `isOpen`: whether visitors may see the books. */
export const feedLink = (title: string, href: string, isOpen: boolean): MetaDescriptor[] =>
  isOpen ? [{ tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title, href }] : []
