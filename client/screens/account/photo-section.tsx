import { useState } from 'react'
import type { Account } from '#contract/accounts/accounts.ts'
import { AccountPhoto } from '#client/session/account-photo.tsx'
import { FieldProblem } from '#client/forms/field.tsx'
import { deletedByHand } from '#contract/images/deleted-by-hand.ts'
import { useSite } from '#client/ui/site.ts'
import { FileButton } from '#client/forms/pictures/file-button.tsx'
import { pictureRefusal } from '#client/forms/pictures/picture-check.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { changePhoto } from './change-photo.ts'
import { PhotoCrop } from './photo-crop.tsx'
import { Section } from './section.tsx'

const UNREADABLE = 'We can’t read this picture. Please choose another JPEG, PNG or WebP.'

/** Photo section: choose, crop to a square, and remove. */
export function PhotoSection({ account }: { account: Account }) {
  const [chosen, setChosen] = useState<ImageBitmap | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')

  async function choose([file]: File[]) {
    if (!file) return
    setSaid('')
    const why = pictureRefusal(file)
    const picture = why === null ? await createImageBitmap(file).catch(() => null) : null
    setProblem(why ?? (picture ? '' : UNREADABLE))
    setChosen(picture)
  }

  const byHand = deletedByHand(useSite().pictures)

  async function change(photo: string | null, words: string) {
    setProblem('')
    try {
      await changePhoto(photo)
      setRemoved(photo === null ? account.photoUrl : null)
      setSaid(words)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  return (
    <Section id="photo" heading="Photo">
      {chosen ? (
        <PhotoCrop
          picture={chosen}
          onCancel={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            setRemoved(null)
            setSaid('Photo saved.')
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <AccountPhoto account={account} className="size-24 text-3xl" />
          <FileButton
            aria-label={account.photoUrl ? 'Choose another photo' : 'Choose a photo'}
            aria-describedby="photo-problem"
            aria-invalid={problem ? true : undefined}
            words={account.photoUrl ? 'Choose another photo' : 'Choose a photo'}
            className="min-h-11 grow"
            onFiles={(files) => void choose(files)}
          />
          {account.photoUrl && (
            <button type="button" className="button-quiet" onClick={() => void change(null, 'Photo removed.')}>
              Remove<span className="sr-only"> the photo</span>
            </button>
          )}
        </div>
      )}
      <p className="text-sm text-ink-2">If you sell, an uploaded photo is shown on your seller’s page. {byHand}</p>
      <div role="alert">
        <FieldProblem id="photo" problem={problem} />
      </div>
      <p role="status" className="flex flex-wrap items-center gap-x-4 text-ok empty:hidden">
        {said}
        {removed && (
          <button type="button" className="button-quiet" onClick={() => void change(removed, 'Your photo is back.')}>
            Undo
          </button>
        )}
      </p>
    </Section>
  )
}
