import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { CategoryList } from '#client/books/category-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FailedSection } from '#client/ui/failed-section.tsx'
import { titled } from '#client/ui/site.ts'
import { readSection } from '#client/api/screen-services.ts'

export const meta = titled('Product categories', {
  description: 'All the club’s categories, with the number of books in each.',
})

export function loader({ context }: LoaderFunctionArgs) {
  return readSection(context, (reads) => reads.listCategories())
}

export default function Categories() {
  const categories = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="mb-6">Product categories</h1>
      {!categories.ok && <FailedSection />}
      {categories.ok && categories.value.length === 0 && <EmptyState words="There are no categories yet." />}
      {categories.ok && <CategoryList categories={categories.value} />}
    </>
  )
}
