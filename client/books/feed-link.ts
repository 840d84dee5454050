import type { MetaDescriptor } from 'react-router'

/** In the head of a list: where programs that read feeds find it. `isOpen`: whether others than members see the books. */
export const feedLink = (title: string, href: string, isOpen: boolean): MetaDescriptor[] =>
  isOpen ? [{ tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title, href }] : []
