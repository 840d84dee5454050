import { Link } from 'react-router'
import type { Category } from '#contract/books/categories.ts'
import { href } from '#contract/href.ts'
import { categoryTitle, countOf, preview } from '#contract/wording.ts'

/** §9: descriptions are cut here. */
const CATEGORY_DESCRIPTION_PREVIEW = 100

// In the order of the list, so that neighbours differ; they go with the pictures of the first three.
const bindings = ['cloth-2', 'cloth-1', 'cloth-9', 'cloth-5', 'cloth-10', 'cloth-0', 'cloth-8', 'cloth-6']

/**
 * The categories as bound volumes: upright, their names on the spines; on a phone they lie in a stack. All of a
 * volume can be pressed; readers find one link. `level`: of their headings.
 */
export function CategoryList({ categories, level = 2 }: { categories: readonly Category[]; level?: 2 | 3 }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:shelf-board sm:grid-cols-2 sm:gap-x-6 sm:gap-y-0 lg:grid-cols-3">
      {categories.map((category, place) => (
        <li key={category.id} className="max-lg:sm:pt-6">
          <Volume category={category} level={level} binding={bindings[place % bindings.length] ?? ''} />
        </li>
      ))}
    </ul>
  )
}

function Volume({ category, level, binding }: { category: Category; level: 2 | 3; binding: string }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const title = categoryTitle(category.slug)
  const { unsoldCount } = category
  return (
    <article className="volume">
      <div className={`volume-spine ${binding}`}>
        <Heading className="text-xl whitespace-nowrap">{title}</Heading>
      </div>
      <div className="flex min-w-0 sm:flex-col">
        {category.imageUrl && (
          // Before it has come it could be made narrower, and the words beside it would then be set in fewer lines.
          <img
            src={category.imageUrl}
            alt=""
            width="600"
            height="400"
            loading="lazy"
            className="border-rule object-cover max-sm:w-2/5 max-sm:shrink-0 max-sm:border-e sm:aspect-3/2 sm:w-full sm:border-b"
          />
        )}
        <div className="flex grow flex-col p-4">
          <p className="font-mono text-sm text-ink-2">{`${countOf(unsoldCount, 'book')} for sale`}</p>
          {/* In the typeface that is there first: another would set other lines when it arrives. */}
          <p className="mt-2 mb-3 text-[0.9375rem]">{preview(category.description, CATEGORY_DESCRIPTION_PREVIEW)}</p>
          <p className="mt-auto">
            <Link
              to={href('/books/:category_name', category.slug)}
              className="link py-2 font-semibold after:absolute after:inset-0"
            >
              See All Books<span className="sr-only"> in {title}</span>
            </Link>
          </p>
        </div>
      </div>
    </article>
  )
}
