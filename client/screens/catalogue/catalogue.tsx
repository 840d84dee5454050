import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { isCatalogueOpen } from '#contract/visitors.ts'
import { withOfflineFallback } from '#client/api/offline-fallback.ts'
import { feedLink } from '#client/books/feed-link.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { BooksFound } from '#client/books/search/books-found.tsx'
import { readSearch } from '#client/books/search/read-search.ts'
import { titled } from '#client/ui/site.ts'
import { siteIn } from '#client/api/screen-services.ts'

/** Server-renders books where the catalogue is open; else renders a shell for members. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  if (!isCatalogueOpen(siteIn(context))) return { books: null }
  return { books: await readSearch(context, url, ALL) }
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withOfflineFallback(() => serverLoader<typeof loader>(), { books: null })
}

export function meta({ loaderData, ...args }: MetaArgs<typeof loader>) {
  const description = 'Every used book for sale in the club.'
  return [
    ...titled('All products', loaderData?.books ? { description } : {})(args),
    ...feedLink('All products', '/all-products.atom', Boolean(loaderData?.books)),
  ]
}

const ALL = {}
const words = {
  error: () => 'An error has occurred: Please check your internet connection...',
  empty: 'There are no books for sale at the moment.',
}

export default function Catalogue() {
  const { books } = useLoaderData<typeof clientLoader>()
  return (
    <div className="wide">
      <h1>All products</h1>
      <BooksFound section={books} of={ALL} words={words} Action={BuyNow} />
    </div>
  )
}
