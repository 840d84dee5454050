import {
  redirect,
  useLoaderData,
  useParams,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import { href } from '#contract/href.ts'
import { isCatalogueOpen } from '#contract/visitors.ts'
import { categoryTitle } from '#contract/wording.ts'
import { notFound } from '#client/ui/not-found.ts'
import { withOfflineFallback } from '#client/api/offline-fallback.ts'
import { feedLink } from '#client/books/feed-link.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { BooksFound } from '#client/books/search/books-found.tsx'
import { readSearch } from '#client/books/search/read-search.ts'
import { titled } from '#client/ui/site.ts'
import { readSection, siteIn } from '#client/api/screen-services.ts'

/** Loads a category, or a 404 where there is none; its books only where the catalogue is open. */
export async function loader({ context, url, params: { category_name: category = '' } }: LoaderFunctionArgs) {
  const categories = await readSection(context, (reads) => reads.listCategories())
  const found = categories.ok ? categories.value.find(({ slug }) => slug === category) : null
  if (found === undefined) await goToLater(context, url, category)
  const about = found?.description ?? ''
  if (!isCatalogueOpen(siteIn(context))) return { about, books: null }
  return { about, books: await readSearch(context, url, { category }) }
}

/** Redirects a renamed or merged category to its successor. */
async function goToLater(context: LoaderFunctionArgs['context'], { search }: URL, category: string): Promise<never> {
  const later = await readSection(context, (reads) => reads.findLaterCategory(category))
  if (!later.ok || later.value === null) return notFound()
  throw redirect(`${href('/books/:category_name', later.value)}${search}`, 301)
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withOfflineFallback(() => serverLoader<typeof loader>(), { about: '', books: null })
}

export function meta({ loaderData, ...args }: MetaArgs<typeof loader>) {
  const title = categoryTitle(args.params.category_name ?? '')
  const description = `${title}: used books for sale, newest first. ${loaderData?.about ?? ''}`.trim()
  const feed = `/search.atom?category=${args.params.category_name ?? ''}`
  return [
    ...titled(title, loaderData?.books ? { description } : {})(args),
    ...feedLink(title, feed, Boolean(loaderData?.books)),
  ]
}

const words = {
  error: (message: string) => `An error has occurred: ${message}`,
  empty: 'There are no books in this category at the moment.',
}

export default function CategoryScreen() {
  const { about, books } = useLoaderData<typeof clientLoader>()
  const { category_name: category = '' } = useParams()
  return (
    <div className="wide">
      <h1>{categoryTitle(category)}</h1>
      <p className="mt-1 mb-1 max-w-measure text-ink-2">{about}</p>
      <BooksFound section={books} of={{ category }} words={words} Action={BuyNow} />
    </div>
  )
}
