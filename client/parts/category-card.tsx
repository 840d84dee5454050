import { Link } from 'react-router'
import type { Category } from '#contract/categories.ts'
import { CATEGORY_DESCRIPTION_PREVIEW } from '#contract/constants.ts'
import { categoryTitle, preview } from '#contract/wording.ts'

/** A shelf of the shop. All of the card can be pressed; readers find one link. `level`: of its heading. */
export function CategoryCard({ category, level = 2 }: { category: Category; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const title = categoryTitle(category.slug)
  return (
    <article className="sheet relative flex h-full flex-col has-[a:hover]:bg-paper">
      {category.imageUrl && (
        <img
          src={category.imageUrl}
          alt=""
          loading="lazy"
          className="aspect-3/2 w-full border-b border-rule object-cover"
        />
      )}
      <div className="flex grow flex-col p-4">
        <Heading className="text-xl">{title}</Heading>
        <p className="mt-1 text-sm text-ink-2">
          {category.unsoldCount === 1 ? '1 book for sale' : `${category.unsoldCount} books for sale`}
        </p>
        <p className="mt-3 mb-4 font-text">{preview(category.description, CATEGORY_DESCRIPTION_PREVIEW)}</p>
        <p className="mt-auto">
          <Link to={`/books/${category.slug}`} className="link py-2 font-semibold after:absolute after:inset-0">
            See All Books<span className="sr-only"> in {title}</span>
          </Link>
        </p>
      </div>
    </article>
  )
}
