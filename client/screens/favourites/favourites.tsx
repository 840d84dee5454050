import { Link } from 'react-router'
import { listFavourites } from '#contract/favourites/favourites.ts'
import { href } from '#contract/href.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { FavouriteRow } from './favourite-row.tsx'

/** Favourites, newest first. A removed book stays in the list until the next visit. */
export default function Favourites() {
  const favourites = usePagedCall(listFavourites, {}, { isSteady: true })
  return (
    <>
      <h1 className="mb-6">Favourites</h1>
      <PagedList
        pages={favourites}
        nouns={['favourite', 'favourites']}
        failure={() => 'We couldn’t load your favourites.'}
        empty={
          <EmptyState words="No favourites yet. Press the heart on a book to save it. Books that leave the shop disappear from this list, too.">
            <Link to={href('/all-products')} className="button">
              Find a book
            </Link>
          </EmptyState>
        }
        placeholder={<Skeletons count={4} className="h-36" label="Loading your favourites" />}
      >
        {(books) => (
          <ul className="border-t border-rule">
            {books.map((book) => (
              <li key={book.id} className="border-b border-rule py-4">
                <FavouriteRow book={book} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}
