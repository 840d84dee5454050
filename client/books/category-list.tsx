import type { Category } from '#contract/books/categories.ts'
import { href } from '#contract/href.ts'
import { categoryTitle, countOf, preview } from '#contract/wording.ts'
import { ListItem } from '#client/lists/list-item.tsx'
import { PlainLink } from '#client/ui/plain-link.tsx'

/** §9: descriptions are cut here. */
const CATEGORY_DESCRIPTION_PREVIEW = 100

// Cloth colours in the list's order, so that neighbours differ and match the first three pictures.
const bindings = ['cloth-2', 'cloth-1', 'cloth-9', 'cloth-5', 'cloth-10', 'cloth-0', 'cloth-8', 'cloth-6']

/**
 * Categories as book spines, upright, or stacked on a phone. The whole spine is pressable, with one link for screen
 * readers. `level`: heading level.
 */
export function CategoryList({ categories, level = 2 }: { categories: readonly Category[]; level?: 2 | 3 }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:shelf-board sm:grid-cols-2 sm:gap-x-6 sm:gap-y-0 lg:grid-cols-3">
      {categories.map((category, place) => (
        <ListItem key={category.id} className="max-lg:sm:pt-6">
          <Volume category={category} level={level} binding={bindings[place % bindings.length] ?? ''} />
        </ListItem>
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
          // Fixed size, to avoid layout shift: a narrower image before loading would rewrap the text beside it.
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
          {/* Typeface of the first style sheet, to avoid layout shift when later fonts load. */}
          <p className="mt-2 mb-3 text-[0.9375rem]">{preview(category.description, CATEGORY_DESCRIPTION_PREVIEW)}</p>
          <p className="mt-auto">
            <PlainLink
              to={href('/books/:category_name', category.slug)}
              className="link py-2 font-semibold after:absolute after:inset-0"
            >
              See All Books<span className="sr-only"> in {title}</span>
            </PlainLink>
          </p>
        </div>
      </div>
    </article>
  )
}
