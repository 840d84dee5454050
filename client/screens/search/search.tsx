import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { readSearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import { isSearchOpen } from '#contract/visitors.ts'
import { withOfflineFallback } from '#client/api/offline-fallback.ts'
import { siteIn } from '#client/api/screen-services.ts'
import { feedLink } from '#client/books/feed-link.ts'
import { BooksFound } from '#client/books/search/books-found.tsx'
import { readSearch } from '#client/books/search/read-search.ts'
import { SearchForm } from '#client/books/search-form.tsx'
import { useListRequest } from '#client/books/search/use-list-request.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { titled } from '#client/ui/site.ts'

/** Server-renders books where search is open; else renders a shell for members. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  if (!isSearchOpen(siteIn(context))) return { found: null }
  return { found: await readSearch(context, url) }
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withOfflineFallback(() => serverLoader<typeof loader>(), { found: null })
}

export function meta({ location, ...args }: MetaArgs<typeof loader>) {
  const request = readSearchRequest(new URLSearchParams(location.search))
  const title = request.q === '' ? 'Search' : `Search: ${request.q}`
  const feed = `/search.atom?${searchParamsOf(request).toString()}`
  const description =
    request.q === '' ? 'Search all used books for sale.' : `Used books for sale that match “${request.q}”.`
  return [
    ...titled(title, { description })(args),
    ...feedLink(title, feed.replace(/\?$/, ''), Boolean(args.loaderData?.found)),
  ]
}

const words = { error: (message: string) => `An error has occurred: ${message}` }

/** Search by title, author, ISBN and description. */
export default function SearchScreen() {
  const { found } = useLoaderData<typeof clientLoader>()
  const { fromUrl } = useListRequest()
  return (
    <div className="wide">
      <h1 className="mb-2 wrap-anywhere" dir="auto">
        {fromUrl.q === '' ? 'Search' : `Results for “${fromUrl.q}”`}
      </h1>
      <SearchForm q={fromUrl.q} />
      <BooksFound section={found} words={words} Action={BuyNow} />
    </div>
  )
}
