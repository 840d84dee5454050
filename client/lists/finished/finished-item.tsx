import { use, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { UNSAFE_DataRouterDataContext as RouterData } from 'react-router'
import { FinishedMarkup } from './finished-markup.ts'

type Data = React.ContextType<typeof RouterData>

export interface ListItemProps {
  className?: string
  children: ReactElement
}

const finished = new FinishedMarkup()

/**
 * Item of a list on the server, by markup that stays from one page to the next: most pages are rendered again because of
 * one book, and show many. Made of the element's props, the shop's configuration and the day; of no other context. The
 * markup is as React makes it, so the browser hydrates it like any other.
 */
export function FinishedItem({ className, children }: ListItemProps) {
  const data = use(RouterData)
  const __html = finished.of(children, data?.loaderData.root, () => markupOf(children, data))
  return <li className={className} dangerouslySetInnerHTML={{ __html }} />
}

const markupOf = (element: ReactElement, data: Data) => renderToString(<RouterData value={data}>{element}</RouterData>)
