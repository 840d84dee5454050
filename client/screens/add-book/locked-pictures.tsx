import { useId } from 'react'
import { PROMISED } from './book-fields.tsx'

/** The pictures that a buyer was promised. */
export function LockedPictures({ images }: { images: readonly string[] }) {
  const id = useId()
  if (images.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-reason`} className="grid gap-1">
      <p id={id} className="font-semibold">
        Product Image
      </p>
      <p id={`${id}-reason`} className="text-sm text-ink-2">
        {PROMISED}
      </p>
      <ul className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {images.map((url, place) => (
          <li key={url} className="border border-rule bg-sunk">
            <img src={url} alt={`${place + 1} of ${images.length}`} className="aspect-4/5 w-full object-contain" />
          </li>
        ))}
      </ul>
    </div>
  )
}
