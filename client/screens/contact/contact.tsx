import { Link } from 'react-router'
import { StaticPage } from '#client/parts/static-page.tsx'
import { titled, useSite } from '#client/parts/site.ts'

export const meta = titled('Contact')

export default function Contact() {
  const { name } = useSite()
  return (
    <StaticPage title="Contact">
      <p>
        About an order of yours: the other side’s name and email stand under <Link to="/dashboard">Dashboard</Link>,
        with the order. That is the quickest way to agree on a time and a place.
      </p>
      <p>
        About the shop itself, a listing that should not be here, or your account: please write to the person who runs{' '}
        {name}. Whoever sets this shop up puts their postal and email address on this page.
      </p>
    </StaticPage>
  )
}
