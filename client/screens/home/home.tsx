import { Link, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { href } from '#contract/href.ts'
import { asCard, asCover } from '#client/books/as-shown.ts'
import { CategoryList } from '#client/books/category-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FailedSection } from '#client/ui/failed-section.tsx'
import { MainLinks } from '#client/ui/main-links.tsx'
import { titled, useSite } from '#client/ui/site.ts'
import { CoverRow } from '#client/books/cover-row.tsx'
import { readSection, siteIn, type Section } from '#client/api/screen-services.ts'
import { AdvertisedStrip } from './advertised-strip.tsx'
import { Hero, Welcome } from './hero.tsx'
import { WantedByMembers } from './wanted-by-members.tsx'

// A row on the widest windows; narrower ones show fewer of them.
const JUST_IN = 9
// Twice as many, because advertised books among them are filtered out: they are above already.
const NEWEST = 2 * JUST_IN

export async function loader({ context }: LoaderFunctionArgs) {
  const [advertised, categories, wanted, newest] = await Promise.all([
    readSection(context, async (reads) => (await reads.listAdvertisedBooks()).map(asCard)),
    readSection(context, (reads) => reads.listCategories()),
    readSection(context, (reads) => reads.listWanted()),
    readSection(context, async (reads) => {
      const books = (await reads.listBooks({ limit: NEWEST, available: 'unsold' }))?.items ?? []
      const justIn = books.filter(({ isAdvertised }) => !isAdvertised).slice(0, JUST_IN)
      return { isEmpty: books.length === 0, justIn: justIn.map(asCover) }
    }),
  ])
  const { name, tagline } = siteIn(context)
  return { advertised, categories, newest, wanted: wanted.ok ? wanted.value : [], name, tagline }
}

export function meta({ loaderData, ...args }: MetaArgs<typeof loader>) {
  const { name, tagline } = loaderData ?? { name: 'Home', tagline: '' }
  const description = `${name}, ${tagline}. Real copies from real people, paid for safely.`
  return titled(name, { windowTitle: `${name}: ${tagline}`, description })(args)
}

export default function Home() {
  const { advertised, categories, newest, wanted } = useLoaderData<typeof loader>()
  const isEmpty = newest.ok && newest.value.isEmpty
  const justIn = newest.ok ? newest.value.justIn : null
  return (
    <div className="wide grid grid-cols-1 gap-y-5 sm:gap-y-10">
      <Hero />
      {isEmpty ? (
        <EmptyClub />
      ) : (
        <>
          <Row id="advertised" heading="Advertised books" section={advertised} isFirst>
            {(books) => <AdvertisedStrip books={books} />}
          </Row>
          {justIn?.length !== 0 && (
            <Row id="just-in" heading="Just in" section={justIn ? { ok: true, value: justIn } : { ok: false }}>
              {(books) => (
                <>
                  <h2 id="just-in" className="mb-6">
                    Just in
                  </h2>
                  <CoverRow books={books} />
                </>
              )}
            </Row>
          )}
        </>
      )}
      <div className="md:hidden">
        <MainLinks label="Browse" />
      </div>
      <WantedByMembers wanted={wanted} />
      <Welcome />
      <Row id="categories" heading="Product categories" section={categories}>
        {(found) => (
          <>
            <h2 id="categories" className="mb-6">
              Product categories
            </h2>
            <CategoryList categories={found} level={3} />
          </>
        )}
      </Row>
      {!isEmpty && <CallToAction />}
    </div>
  )
}

/** Section of the page that may fail on its own. Its content brings its own heading. */
function Row<T>(props: {
  id: string
  heading: string
  section: Section<T>
  /** Above the fold. */
  isFirst?: boolean
  children: (value: T) => React.ReactNode
}) {
  const { id, heading, section, isFirst, children } = props
  return (
    <section aria-labelledby={id} className={isFirst ? 'min-w-0' : 'below-window min-w-0'}>
      {section.ok ? (
        children(section.value)
      ) : (
        <>
          <h2 id={id} className="mb-4">
            {heading}
          </h2>
          <FailedSection />
        </>
      )}
    </section>
  )
}

function EmptyClub() {
  return (
    <section aria-label="The first book">
      <EmptyState words="Be the first to list a book">
        <p className="flex flex-wrap justify-center gap-3">
          <Link to={href('/dashboard/add-product')} className="button">
            List a book
          </Link>
          <Link to={href('/all-products')} className="button-outline">
            See all products
          </Link>
        </p>
      </EmptyState>
    </section>
  )
}

function CallToAction() {
  const { name } = useSite()
  return (
    <section
      aria-labelledby="all-books"
      className="below-window border-y-3 border-double border-edge py-12 text-center"
    >
      <h2 id="all-books">Every book in the club, newest first</h2>
      <p className="mx-auto mt-3 mb-6 max-w-measure font-text text-lg text-ink-2">
        Every book is a single copy, read by a member of {name} and ready for its next reader.
      </p>
      <Link to={href('/all-products')} className="button">
        See all products
      </Link>
    </section>
  )
}
