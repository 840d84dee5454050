import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { CategoryCard } from '#client/parts/category-card.tsx'
import { EmptyShelf } from '#client/parts/empty-shelf.tsx'
import { FailedSection } from '#client/parts/failed-section.tsx'
import { useSite } from '#client/parts/site.ts'
import { readSection, siteIn } from '#client/screen-services.ts'
import { AdvertisedStrip } from './advertised-strip.tsx'
import { Hero } from './hero.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const [advertised, categories, newest] = await Promise.all([
    readSection(context, (reads) => reads.listAdvertisedBooks()),
    readSection(context, (reads) => reads.listCategories()),
    readSection(context, (reads) => reads.listBooks({ limit: 1, available: 'unsold' })),
  ])
  const { name, tagline } = siteIn(context)
  const isEmpty = newest.ok && newest.value?.items.length === 0
  return { advertised, categories, isEmpty, name, tagline }
}

export function meta({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> | undefined }) {
  const { name, tagline } = loaderData ?? { name: 'Home', tagline: '' }
  return [
    { title: `${name}: ${tagline}` },
    { name: 'description', content: `${name}, ${tagline}. Real copies from real people, paid safely by card.` },
  ]
}

export default function Home() {
  const { advertised, categories, isEmpty } = useLoaderData<typeof loader>()
  return (
    <div className="grid grid-cols-1 gap-14">
      <Hero />
      {isEmpty ? (
        <EmptyClub />
      ) : (
        <section aria-labelledby="advertised">
          {advertised.ok ? (
            <AdvertisedStrip books={advertised.value} />
          ) : (
            <>
              <h2 id="advertised" className="mb-4">
                Advertised books
              </h2>
              <FailedSection />
            </>
          )}
        </section>
      )}
      <section aria-labelledby="categories">
        <h2 id="categories" className="mb-4">
          Product categories
        </h2>
        {categories.ok ? (
          <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {categories.value.map((category) => (
              <li key={category.id}>
                <CategoryCard category={category} level={3} />
              </li>
            ))}
          </ul>
        ) : (
          <FailedSection />
        )}
      </section>
      {!isEmpty && <CallToAction />}
    </div>
  )
}

function EmptyClub() {
  return (
    <section aria-label="The first book">
      <EmptyShelf words="Be the first to list a book">
        <Link to="/dashboard/add-product" className="button">
          List a book
        </Link>
      </EmptyShelf>
    </section>
  )
}

function CallToAction() {
  const { name } = useSite()
  return (
    <section aria-labelledby="all-books" className="border-y-3 border-double border-edge py-10 text-center">
      <h2 id="all-books">Every book in the club, newest first</h2>
      <p className="mx-auto mt-2 mb-6 max-w-measure text-ink-2">
        Each one is a single copy that a member of {name} has read and would like to see read again.
      </p>
      <Link to="/all-products" className="button">
        See all products
      </Link>
    </section>
  )
}
