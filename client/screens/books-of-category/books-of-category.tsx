import { lazy, Suspense } from 'react'
import { categoryTitle } from '#contract/wording.ts'
import { notFound } from '#client/parts/not-found.ts'
import { openOffline } from '#client/parts/open-offline.ts'
import { PublicShelf } from '#client/parts/public-shelf.tsx'
import { readShelf } from '#client/parts/read-shelf.ts'
import { titled, useSite } from '#client/parts/site.ts'
import { Spinner } from '#client/parts/spinner.tsx'
import { readSection, siteIn } from '#client/screen-services.ts'
import type { Route } from './+types/books-of-category.ts'

const BooksForMembers = lazy(() => import('./books-for-members.tsx'))

/** A category that does not exist is a 404 for everyone; books are in the page only where the catalogue is public. */
export async function loader({ context, url, params: { category_name: category } }: Route.LoaderArgs) {
  const known = await readSection(context, (reads) => reads.listCategories())
  const found = known.ok ? known.value.find(({ slug }) => slug === category) : null
  if (found === undefined) notFound()
  const about = found?.description ?? ''
  if (!siteIn(context).cataloguePublic) return { about, shelf: null }
  return { about, shelf: await readShelf(context, url, category) }
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return openOffline(() => serverLoader(), { about: '', shelf: null })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = categoryTitle(args.params.category_name)
  const description = `Used books for sale: ${title}, newest first.`
  return titled(title, loaderData?.shelf ? { description } : { noIndex: true })(args)
}

const errorWords = (message: string) => `An error has occurred: ${message}`
const emptyWords = 'There are no books in this category at the moment.'

export default function BooksOfCategory({ loaderData: { about, shelf }, params }: Route.ComponentProps) {
  const { cataloguePublic } = useSite()
  const category = params.category_name
  return (
    <>
      <h1>{categoryTitle(category)}</h1>
      <p className="mt-2 mb-6 max-w-measure text-ink-2">{about}</p>
      {cataloguePublic ? (
        <PublicShelf section={shelf ?? { ok: false }} errorWords={errorWords} emptyWords={emptyWords} />
      ) : (
        <Suspense fallback={<Spinner label="Signing you in…" />}>
          <BooksForMembers category={category} errorWords={errorWords} emptyWords={emptyWords} />
        </Suspense>
      )}
    </>
  )
}
