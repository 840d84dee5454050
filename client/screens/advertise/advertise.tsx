import { data, Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Book } from '#contract/books.ts'
import { categoryTitle, preview } from '#contract/wording.ts'
import { BuyNow } from '#client/parts/buy-now/buy-now.tsx'
import { callNumber } from '#client/parts/book-words.ts'
import { FailedSection } from '#client/parts/failed-section.tsx'
import { Price } from '#client/parts/price.tsx'
import { titled } from '#client/parts/site.ts'
import { readSection } from '#client/screen-services.ts'
import { BookFacts } from './book-facts.tsx'
import { Gallery } from './gallery.tsx'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DESCRIPTION_IN_RESULTS = 150

export async function loader({ context, params: { advertiseId = '' } }: LoaderFunctionArgs) {
  const section = ID.test(advertiseId)
    ? await readSection(context, (reads) => reads.findBook(advertiseId))
    : ({ ok: true, value: null } as const)
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  if (section.ok && section.value === null) throw data(null, { status: 404 })
  const book = section.ok ? section.value : null
  return data({ id: advertiseId, book }, { status: section.ok ? 200 : 503 })
}

type Loaded = { id: string; book: Book | null }

export function meta(args: {
  loaderData?: Loaded | undefined
  matches: Parameters<ReturnType<typeof titled>>[0]['matches']
}) {
  const book = args.loaderData?.book
  if (!book) return titled('Book')(args)
  const description = preview(book.description.replaceAll(/\s+/g, ' '), DESCRIPTION_IN_RESULTS)
  return titled(`${book.title} by ${book.author}`, { description })(args)
}

/** A book's own page; sold ones stay, so that a link never leads nowhere. */
export default function Advertise() {
  const { id, book } = useLoaderData<Loaded>()
  return (
    <>
      <Breadcrumb category={book?.category ?? null} />
      {book ? (
        <BookPage book={book} />
      ) : (
        <>
          <h1 className="mb-4">Book</h1>
          <FailedSection />
        </>
      )}
      <p className="mt-8 font-mono text-sm text-ink-2">
        Ad no. <span className="break-all">{id}</span>
      </p>
    </>
  )
}

function Breadcrumb({ category }: { category: string | null }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        <li>
          <Link to="/all-products" className="inline-block py-1.5">
            All products
          </Link>
        </li>
        {category && (
          <li>
            <span aria-hidden="true">/ </span>
            <Link to={`/books/${category}`} className="inline-block py-1.5">
              {categoryTitle(category)}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}

function BookPage({ book }: { book: Book }) {
  return (
    <article className="grid grid-cols-1 gap-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Gallery book={book} />
      <div>
        <p className="font-mono text-sm text-ink-2">{callNumber(book)}</p>
        <h1 dir="auto" className="mt-1">
          {book.title}
        </h1>
        <p dir="auto" className="mt-1 text-lg text-ink-2">
          {book.author}
        </p>
        <Price book={book} large />
        <div className="mt-5 mb-8 max-w-xs">
          <BuyNow book={book} className="button w-full" fromAddress />
          {book.state === 'claimed' && (
            <p className="mt-3 text-sm text-ink-2">Someone holds this copy and has yet to pay. It may come back.</p>
          )}
        </div>
        <BookFacts book={book} />
        <h2 className="mt-8 mb-2 text-xl">Description</h2>
        <p dir="auto" className="max-w-measure font-text text-lg whitespace-pre-line">
          {book.description.trim() || 'No description'}
        </p>
      </div>
    </article>
  )
}
