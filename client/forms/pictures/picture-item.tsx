import type { ChosenPicture } from './picture-store.ts'

interface ItemProps {
  picture: ChosenPicture
  /** Index, from 0. */
  place: number
  count: number
  /** Label of the first picture. */
  first: string | undefined
  disabled: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onRetry: () => void
  /** Called when the image fails to load: the server has deleted it since the draft was saved. */
  onLost: () => void
}

/** Chosen picture with its upload progress and buttons to reorder and remove it. */
export function PictureItem({ picture, place, count, first, disabled, ...on }: ItemProps) {
  const { onMove, onRemove, onRetry, onLost } = on
  const which = `photo ${place + 1}, ${picture.name}`
  return (
    <li tabIndex={-1} className="grid content-start gap-1 outline-none">
      <div className="relative border border-rule bg-sunk">
        <img
          src={picture.shown}
          alt={`Your choice: ${picture.name}`}
          className="aspect-4/5 w-full object-contain"
          onError={() => !picture.file && onLost()}
        />
        {place === 0 && first && (
          <span className="absolute start-0 top-0 bg-card px-2 py-0.5 font-mono text-xs font-bold text-stamp">
            {first}
          </span>
        )}
        <Progress picture={picture} />
      </div>
      {picture.problem && (
        <p className="text-sm text-stamp">
          <span aria-hidden="true">! </span>
          {picture.problem}{' '}
          <button type="button" className="link touchable font-semibold" onClick={onRetry}>
            Retry<span className="sr-only"> {which}</span>
          </button>
        </p>
      )}
      <div className="flex justify-between">
        <ItemButton
          words="Move earlier"
          sign="←"
          which={which}
          off={disabled || place === 0}
          onPress={() => onMove(-1)}
        />
        <ItemButton
          words="Move later"
          sign="→"
          which={which}
          off={disabled || place === count - 1}
          onPress={() => onMove(1)}
        />
        <ItemButton words="Remove" sign="✕" which={which} off={disabled} onPress={onRemove} data-remove="" />
      </div>
    </li>
  )
}

/**
 * Button that is `aria-disabled` when off and keeps the focus: at the end of the list a keyboard user can still go
 * back.
 */
function ItemButton(props: {
  words: string
  sign: string
  which: string
  off: boolean
  onPress: () => void
  'data-remove'?: string
}) {
  const { words, sign, which, off, onPress, ...data } = props
  return (
    <button
      {...data}
      type="button"
      title={words}
      aria-disabled={off || undefined}
      className="button-outline size-11 px-0! aria-disabled:opacity-60"
      onClick={() => !off && onPress()}
    >
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{`${words}: ${which}`}</span>
    </button>
  )
}

function Progress({ picture: { url, sent, problem, name } }: { picture: ChosenPicture }) {
  if (url !== null || problem !== '') return null
  return (
    <p className="absolute inset-x-0 bottom-0 grid gap-1 bg-card px-2 py-1 text-xs">
      {sent === 0 ? 'Waiting…' : sent < 1 ? `${Math.round(sent * 100)}% uploaded` : 'Checking…'}
      <progress value={sent} max={1} aria-label={`Upload of ${name}`} className="h-1 w-full" />
    </p>
  )
}
