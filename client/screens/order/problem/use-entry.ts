import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { MOST_ENTRY_IMAGES } from '#contract/orders/problems.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { useDraft } from '#client/forms/drafts/use-draft.ts'
import type { LabelledError } from '#client/forms/form-controls.ts'
import { readKept } from '#client/forms/pictures/picture-store.ts'
import { usePictures } from '#client/forms/pictures/use-pictures.ts'
import type { Ruled } from '#client/forms/typed-fields.ts'
import { useAccount } from '#client/session/use-account.ts'

/** Draft of an entry with pictures, keyed by `about`. */
export function useEntry(ruled: Ruled<z.ZodMiniType>, about: string) {
  const hasPictures = (more: Record<string, unknown>) => readKept(more.pictures).length > 0
  const draft = useDraft({ form: about, accountId: useAccount().id }, ruled, [], hasPictures)
  const { store, pictures, refusals } = usePictures(readKept(draft.restored.more.pictures), MOST_ENTRY_IMAGES)
  useEffect(() => {
    draft.saveMore({ pictures: store.kept() })
    // oxlint-disable-next-line react/exhaustive-deps -- whenever one came or went, not with each rendering
  }, [pictures])

  /** Addresses of the pictures, after all uploads. */
  async function arrived(): Promise<string[]> {
    store.retry()
    const chosen = (await store.settled()).pictures
    const missing = chosen.find(({ url }) => url === null)
    if (missing) throw new Error(`${missing.name}: ${missing.problem}`)
    return chosen.flatMap(({ url }) => url ?? [])
  }
  return {
    draft,
    /** Sends the entry with its pictures. */
    send: async (write: (images: string[]) => Promise<unknown>) => {
      await write(await arrived()).catch((error: unknown) => {
        if (error instanceof ProblemError && error.invalidFields.some(isOfPictures)) store.markLost()
        throw error
      })
    },
    /** Props of the picture field. */
    pictures: (form: { invalid: readonly LabelledError[]; pending: boolean }) => ({
      name: 'images',
      store,
      pictures,
      refusals,
      problem: form.invalid.find(isOfPictures)?.message,
      disabled: form.pending,
    }),
  }
}

const isOfPictures = ({ field }: { field: string }) => field === 'images'
