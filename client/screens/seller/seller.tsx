import {
  data,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import { ID_PATTERN } from '#contract/ids.ts'
import { countOf, monthName } from '#contract/wording.ts'
import { isSearchOpen } from '#contract/visitors.ts'
import { withOfflineFallback } from '#client/api/offline-fallback.ts'
import { readSection, siteIn } from '#client/api/screen-services.ts'
import { BooksFound } from '#client/books/search/books-found.tsx'
import { readSearch } from '#client/books/search/read-search.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { notFound } from '#client/ui/not-found.ts'
import { titled, useSite } from '#client/ui/site.ts'
import { SellerFacts } from './seller-facts.tsx'

/**
 * Loads a seller, or a 404 for an account that sells nothing; their facts and books only where search is open.
 */
export async function loader({ context, url, params: { id = '' } }: LoaderFunctionArgs) {
  if (!ID_PATTERN.test(id)) notFound()
  const found = await readSection(context, (reads) => reads.findSeller(id))
  if (found.ok && found.value === null) notFound()
  if (!isSearchOpen(siteIn(context))) return { id, seller: null, books: null }
  const seller = found.ok ? found.value : null
  const books = seller && (await readSearch(context, url, { sellerId: id }))
  return data({ id, seller, books }, { status: seller ? 200 : 503 })
}

export function clientLoader({ serverLoader, params: { id = '' } }: ClientLoaderFunctionArgs) {
  return withOfflineFallback(() => serverLoader<typeof loader>(), { id, seller: null, books: null })
}

export function meta({ loaderData, ...args }: MetaArgs<typeof loader>) {
  const seller = loaderData?.seller
  if (!seller) return titled('Seller')(args)
  const { name, since, sold } = seller
  const trade = sold > 0 ? `, ${countOf(sold, 'book')} sold` : ''
  return titled(`Books from ${name}`, {
    description: `Used books for sale from ${name}, a member since ${monthName(since)}${trade}.`,
  })(args)
}

const words = {
  error: (message: string) => `An error has occurred: ${message}`,
  empty: 'Nothing for sale at the moment.',
}

/** Seller page with their books for sale. */
export default function SellerScreen() {
  const { id, seller, books } = useLoaderData<typeof clientLoader>()
  const isOpen = isSearchOpen(useSite())
  return (
    <div className="wide">
      {isOpen && <SellerFacts seller={seller} />}
      <BooksFound section={books} of={{ sellerId: id }} words={words} About={SellerFacts} Action={BuyNow} />
    </div>
  )
}
