import { lazy, Suspense } from 'react'
import { openOffline } from '#client/parts/open-offline.ts'
import { PublicShelf } from '#client/parts/public-shelf.tsx'
import { readShelf } from '#client/parts/read-shelf.ts'
import { titled, useSite } from '#client/parts/site.ts'
import { Spinner } from '#client/parts/spinner.tsx'
import { siteIn } from '#client/screen-services.ts'
import type { Route } from './+types/all-products.ts'

const BooksForMembers = lazy(() => import('./books-for-members.tsx'))

/** Books are in the server's page only where the catalogue is public; else this is a shell for members. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!siteIn(context).cataloguePublic) return { shelf: null }
  return { shelf: await readShelf(context, url) }
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return openOffline(() => serverLoader(), { shelf: null })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const description = 'Every used book for sale in the club.'
  return titled('All products', loaderData?.shelf ? { description } : { noIndex: true })(args)
}

const errorWords = () => 'An error has occurred: Please check your internet connection...'
const emptyWords = 'There are no books for sale at the moment.'

export default function AllProducts({ loaderData: { shelf } }: Route.ComponentProps) {
  const { cataloguePublic } = useSite()
  return (
    <>
      <h1 className="mb-6">All products</h1>
      {cataloguePublic ? (
        <PublicShelf section={shelf ?? { ok: false }} errorWords={errorWords} emptyWords={emptyWords} />
      ) : (
        <Suspense fallback={<Spinner label="Signing you in…" />}>
          <BooksForMembers errorWords={errorWords} emptyWords={emptyWords} />
        </Suspense>
      )}
    </>
  )
}
