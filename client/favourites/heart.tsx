import { useSyncExternalStore } from 'react'
import { isFavourite, subscribeToFavourites, toggleFavourite } from './favourite-set.ts'

interface HeartProps {
  book: { id: string; title: string }
  className?: string
}

/** False during server-side rendering: the page is the same for everyone. */
const useFavourite = (id: string): boolean =>
  useSyncExternalStore(
    subscribeToFavourites,
    () => isFavourite(id),
    () => false,
  )

/** Button that toggles a favourite. */
export function Heart({ book: { id, title }, className = '' }: HeartProps) {
  const isFavourite = useFavourite(id)
  return (
    <button
      type="button"
      className={`heart ${className}`}
      aria-pressed={isFavourite}
      aria-label={`${isFavourite ? 'Remove from favourites' : 'Add to favourites'}: ${title}`}
      onClick={() => toggleFavourite(id)}
    >
      <HeartShape />
    </button>
  )
}

/** Favourite button with a label. Both labels share the longer one's room, to avoid layout shift. */
export function HeartWithWords({ book: { id, title }, className = '' }: HeartProps) {
  const isFavourite = useFavourite(id)
  const [words, others] = isFavourite
    ? ['Remove from favourites', 'Add to favourites']
    : ['Add to favourites', 'Remove from favourites']
  return (
    <button
      type="button"
      className={`button-quiet heart-with-words ${className}`}
      aria-pressed={isFavourite}
      aria-label={`${words}: ${title}`}
      onClick={() => toggleFavourite(id)}
    >
      <HeartShape />
      <span className="grid text-start *:col-start-1 *:row-start-1">
        <span>{words}</span>
        <span aria-hidden="true" className="invisible">
          {others}
        </span>
      </span>
    </button>
  )
}

const HeartShape = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24">
    <path d="M12 20.5 4.2 12.6a5 5 0 0 1 7.1-7.1l.7.7.7-.7a5 5 0 0 1 7.1 7.1z" />
  </svg>
)
