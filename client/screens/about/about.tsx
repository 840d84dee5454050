import { Link } from 'react-router'
import { StaticPage } from '#client/parts/static-page.tsx'
import { titled, useSite } from '#client/parts/site.ts'

export const meta = titled('About the club')

export default function About() {
  const { name, tagline } = useSite()
  return (
    <StaticPage title="About the club">
      <p>
        {name} is {tagline}. Members list books they have read, other members buy them, and the two meet to hand the
        book over.
      </p>
      <p>
        Every listing is one copy with one price. Pressing Buy Now sets it aside for one buyer, who then pays by card
        within a fixed time. Contacts are shown to the two sides of an order and to nobody else.
      </p>
      <p>
        <Link to="/all-products">Look for a book</Link> or{' '}
        <Link to="/dashboard/add-product">put one of yours on the shelf</Link>.
      </p>
    </StaticPage>
  )
}
