import { useState } from 'react'
import { uploadImage } from '#client/api/upload-image.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { FieldProblem } from '#client/forms/field.tsx'
import { FileButton } from '#client/forms/pictures/file-button.tsx'
import { pictureRefusal } from '#client/forms/pictures/picture-check.ts'

/** Optional picture of a category's card, uploaded as soon as it is chosen. */
export function CategoryPicture({
  url,
  problem,
  onChange,
}: {
  url: string
  problem: string | undefined
  onChange: (url: string) => void
}) {
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState('')

  async function choose([file]: File[]) {
    if (!file || isSending) return
    const why = pictureRefusal(file)
    setFailure(why ?? '')
    if (why !== null) return
    setIsSending(true)
    try {
      onChange(await uploadImage(file))
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setIsSending(false)
    }
  }

  const words = isSending ? 'Uploading…' : url ? 'Choose another picture' : 'Choose a picture'
  return (
    <div className="grid grid-cols-1 gap-1" role="group" aria-label="Picture">
      <p className="font-semibold" aria-hidden="true">
        Picture
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {url && <img src={url} alt="As it is now" width="150" height="100" className="aspect-3/2 w-36 object-cover" />}
        <FileButton
          aria-label={words}
          aria-describedby="category-picture-problem"
          aria-invalid={failure || problem ? true : undefined}
          words={words}
          className="min-h-11 grow"
          onFiles={(files) => void choose(files)}
        />
        {url && (
          <button type="button" className="button-quiet max-sm:-ms-2.5" onClick={() => onChange('')}>
            Remove<span className="sr-only"> the picture</span>
          </button>
        )}
      </div>
      <div role="alert">
        <FieldProblem id="category-picture" problem={failure || problem} />
      </div>
    </div>
  )
}
