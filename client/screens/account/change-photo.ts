import type { UploadOptions } from '#client/api/upload-file.ts'
import { uploadImage } from '#client/api/upload-image.ts'
import { identity } from '#client/session/identity/identity.ts'
import { refreshAccount } from '#client/session/session-actions.ts'

/** Sets the account's photo by its address; null removes it. Throws IdentityError. */
export async function changePhoto(photoURL: string | null): Promise<void> {
  await identity.updateProfile({ photoURL })
  await refreshAccount({ hasNewPhoto: true })
}

/** Uploads a photo, then sets it. Throws ProblemError, ConnectionError or IdentityError. */
export async function uploadPhoto(picture: Blob, onProgress: UploadOptions['onProgress']): Promise<void> {
  await changePhoto(await uploadImage(picture, onProgress ? { onProgress } : {}))
}
