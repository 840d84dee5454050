import { useId, useRef, useState } from 'react'
import { describedBy, FieldProblem, Hint } from '#client/forms/field.tsx'
import { FileButton } from './file-button.tsx'
import { PictureItem } from './picture-item.tsx'
import type { ChosenPicture, PictureStore } from './picture-store.ts'

interface PicturesProps {
  label: string
  hint: string
  /** Label of the first picture, where it differs from the rest. */
  first?: string
  isRequired?: boolean
  name: string
  store: PictureStore
  pictures: readonly ChosenPicture[]
  refusals: readonly string[]
  /** Validation message of the form or the server. */
  problem: string | undefined
  disabled: boolean
}

/** Picture field: choose, take, reorder and remove, with the errors of each picture. */
export function PicturesField({ label, hint, first, isRequired = false, ...props }: PicturesProps) {
  const { name, store, pictures, refusals, problem, disabled } = props
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const complaint = [...refusals, ...(problem ? [problem] : [])].join('. ')

  function move(picture: ChosenPicture, by: -1 | 1) {
    store.move(picture.key, by)
    const place = store.current().pictures.findIndex(({ key }) => key === picture.key) + 1
    setSaid(
      `${picture.name} is now photo ${place} of ${pictures.length}${place === 1 && first ? `, the ${first.toLowerCase()}` : ''}`,
    )
  }

  function remove(picture: ChosenPicture) {
    const place = pictures.indexOf(picture)
    store.remove(picture.key)
    setSaid(`${picture.name} removed`)
    // Focus management: the pressed button unmounts, so move to a neighbour's or back to choosing.
    const neighbour = list.current?.children[place + 1] ?? list.current?.children[place - 1]
    const next = neighbour?.querySelector<HTMLButtonElement>('[data-remove]') ?? chooser.current
    next?.focus()
  }

  function retry(place: number) {
    store.retry()
    // Focus management: the pressed button unmounts with its message.
    const item = list.current?.children[place]
    if (item instanceof HTMLElement) item.focus()
  }

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Hint id={id} hint={hint} />
      <div className="grid gap-3 any-pointer-coarse:grid-cols-2">
        <FileButton
          className="min-h-20"
          ref={chooser}
          id={id}
          name={name}
          words={pictures.length === 0 ? 'Choose photos' : 'Add photos'}
          multiple
          required={isRequired && pictures.length === 0}
          disabled={disabled}
          aria-invalid={complaint ? true : undefined}
          aria-describedby={describedBy(id, hint, complaint)}
          onFiles={(files) => store.choose(files)}
        />
        {/* Touch devices have a camera; elsewhere this would duplicate the other button. */}
        <div className="hidden any-pointer-coarse:block">
          <FileButton
            className="min-h-20"
            words="Take a photo"
            aria-label="Take a photo"
            capture="environment"
            disabled={disabled}
            onFiles={(files) => store.choose(files)}
          />
        </div>
      </div>
      <div role="alert">
        <FieldProblem id={id} problem={complaint} />
      </div>
      {pictures.length > 0 && (
        <ol ref={list} className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
          {pictures.map((picture, place) => (
            <PictureItem
              key={picture.key}
              picture={picture}
              place={place}
              count={pictures.length}
              first={first}
              disabled={disabled}
              onMove={(by) => move(picture, by)}
              onRemove={() => remove(picture)}
              onRetry={() => retry(place)}
              onLost={() =>
                store.remove(picture.key, `${picture.name} from your draft is gone. Please choose it again.`)
              }
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
