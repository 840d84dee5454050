import { useCallback, useId, useState } from 'react'
import { describedBy, FieldProblem, Hint } from '#client/parts/field.tsx'
import { PICTURE_TYPES, pictureRefusal } from './picture-check.ts'

const HINT = 'A photo of your own copy: JPEG, PNG or WebP, at most 10 MB. Where it was taken is removed.'

/** Chooses the product image and shows it. The file is kept by the form: a wrong second choice does not lose the first. */
export function PictureField({
  file,
  onChoose,
  problem,
  disabled,
}: {
  file: File | null
  onChoose: (file: File) => void
  problem: string | undefined
  disabled: boolean
}) {
  const id = useId()
  const [refusal, setRefusal] = useState('')
  const complaint = refusal || problem

  function choose(input: HTMLInputElement) {
    const chosen = input.files?.[0]
    if (!chosen) return
    const why = pictureRefusal(chosen)
    setRefusal(why ?? '')
    if (why === null) onChoose(chosen)
    else input.value = ''
  }

  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        Product Image
      </label>
      <Hint id={id} hint={HINT} />
      <div className="flex flex-wrap items-start gap-4">
        {file && <Preview file={file} />}
        <div className="grid min-w-0 flex-1 gap-1">
          <input
            id={id}
            name="book_img"
            type="file"
            accept={PICTURE_TYPES.join(',')}
            disabled={disabled}
            required
            aria-invalid={complaint ? true : undefined}
            aria-describedby={describedBy(id, HINT, complaint)}
            className="input file:me-3 file:font-semibold file:text-link"
            onChange={({ currentTarget }) => choose(currentTarget)}
          />
          {file && <p className="text-sm break-all text-ink-2">Chosen: {file.name}</p>}
          <div role="alert">
            <FieldProblem id={id} problem={complaint} />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Shows a file straight from the person's disk; its address is given back when another comes. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return (
    <img ref={show} alt={`Your choice: ${file.name}`} className="h-36 w-24 border border-rule bg-sunk object-cover" />
  )
}
