import type { UploadOptions } from '#client/api/upload-file.ts'
import { uploadImage } from '#client/api/upload-image.ts'
import { identity } from '#client/session/identity/identity.ts'
import { refreshAccount } from '#client/session/session-actions.ts'

/** Puts a picture of one's own beside one's name, by its address; null takes it away. Throws IdentityError. */
export async function changePhoto(photoURL: string | null): Promise<void> {
  await identity.updateProfile({ photoURL })
  await refreshAccount()
}

/** The same with a picture that has yet to be uploaded. Throws ProblemError, ConnectionError or IdentityError. */
export async function uploadPhoto(picture: Blob, onProgress: UploadOptions['onProgress']): Promise<void> {
  await changePhoto(await uploadImage(picture, onProgress ? { onProgress } : {}))
}
