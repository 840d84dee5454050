import { NavLink } from 'react-router'
import { href } from '#contract/href.ts'

interface BarEntriesProps {
  /** Number at Messages. */
  messages?: React.ReactNode
  /** In place of the link to the dashboard. */
  me?: React.ReactNode
}

/** The bar's five places. */
export function BarEntries({ messages, me }: BarEntriesProps) {
  return (
    <ul>
      <BarEntry to="/" icon="home" label="Home" />
      <BarEntry to={href('/search')} icon="search" label="Search" />
      <BarEntry to={href('/dashboard/add-product')} icon="sell" label="Sell" />
      <BarEntry to={href('/dashboard/messages')} icon="messages" label="Messages" badge={messages} />
      {me ? <li>{me}</li> : <BarEntry to={href('/dashboard')} icon="me" label="Me" />}
    </ul>
  )
}

function BarEntry(props: { to: string; icon: BarIconName; label: string; badge?: React.ReactNode }) {
  const { to, icon, label, badge } = props
  return (
    <li>
      <NavLink to={to} end={to === '/'} className="bar-entry">
        <BarIcon name={icon} />
        {label}
        {badge && <span className="bar-badge">{badge}</span>}
      </NavLink>
    </li>
  )
}

/** Paths of the bottom bar's icons, on 24 by 24. */
const paths = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21',
  sell: 'M12 5v14M5 12h14',
  messages: 'M4 5h16v11H10l-4 4v-4H4z',
  me: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
}
type BarIconName = keyof typeof paths

export function BarIcon({ name }: { name: BarIconName }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 fill-none stroke-current stroke-2">
      <path d={paths[name]} />
    </svg>
  )
}
