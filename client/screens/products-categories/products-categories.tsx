import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { CategoryShelf } from '#client/parts/category-shelf.tsx'
import { EmptyShelf } from '#client/parts/empty-shelf.tsx'
import { FailedSection } from '#client/parts/failed-section.tsx'
import { titled } from '#client/parts/site.ts'
import { readSection } from '#client/screen-services.ts'

export const meta = titled('Product categories', {
  description: 'All the club’s categories, with the number of books in each.',
})

export function loader({ context }: LoaderFunctionArgs) {
  return readSection(context, (reads) => reads.listCategories())
}

export default function ProductsCategories() {
  const categories = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="mb-6">Product categories</h1>
      {!categories.ok && <FailedSection />}
      {categories.ok && categories.value.length === 0 && <EmptyShelf words="There are no categories yet." />}
      {categories.ok && <CategoryShelf categories={categories.value} />}
    </>
  )
}
