import { data } from 'react-router'
import { countBooks, listBooksOfCategory } from '#contract/book-calls.ts'
import { categoryTitle } from '#contract/wording.ts'
import { MemberShelf } from '#client/parts/member-shelf.tsx'
import { PublicShelf } from '#client/parts/public-shelf.tsx'
import { readShelf } from '#client/parts/read-shelf.ts'
import { shelfOffline } from '#client/parts/shelf-offline.ts'
import { titled, useSite } from '#client/parts/site.ts'
import { readSection, siteIn } from '#client/screen-services.ts'
import { call, callPage } from '#client/server-calls/call.ts'
import { SignedIn } from '#client/session/signed-in.tsx'
import type { Route } from './+types/books-of-category.ts'

/** A category that does not exist is a 404 for everyone; books are in the page only where the catalogue is public. */
export async function loader({ context, url, params: { category_name: category } }: Route.LoaderArgs) {
  const known = await readSection(context, (reads) => reads.listCategories())
  if (known.ok && !known.value.some(({ slug }) => slug === category)) notFound()
  if (!siteIn(context).cataloguePublic) return { shelf: null }
  return { shelf: await readShelf(context, url, category) }
}

function notFound(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- that is how a loader answers with a status
  throw data(null, { status: 404 })
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return shelfOffline(() => serverLoader())
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = categoryTitle(args.params.category_name)
  const description = `Used books for sale on the shelf ${title}, newest first.`
  return titled(title, loaderData?.shelf ? { description } : { noIndex: true })(args)
}

const errorWords = (message: string) => `An error has occurred: ${message}`
const emptyWords = 'There are no books on this shelf at the moment.'

export default function BooksOfCategory({ loaderData: { shelf }, params }: Route.ComponentProps) {
  const { cataloguePublic } = useSite()
  const category = params.category_name
  return (
    <>
      <h1 className="mb-6">{categoryTitle(category)}</h1>
      {cataloguePublic ? (
        <PublicShelf section={shelf ?? { ok: false }} errorWords={errorWords} emptyWords={emptyWords} />
      ) : (
        <SignedIn>
          <MemberShelf
            name={category}
            read={(query, signal) => callPage(listBooksOfCategory, { params, query }, { signal })}
            count={(signal) => call(countBooks, { query: params }, { signal })}
            errorWords={errorWords}
            emptyWords={emptyWords}
          />
        </SignedIn>
      )}
    </>
  )
}
