import { useEffect, useState, useSyncExternalStore } from 'react'
import { uploadImage } from '#client/api/upload-image.ts'
import { PictureStore, type KeptPicture } from './picture-store.ts'

/** The pictures of this form, as many as it may have, beginning with those of the draft; their uploads end with the screen. */
export function usePictures(kept: readonly KeptPicture[], most: number) {
  const [store] = useState(() => new PictureStore(kept, uploadImage, most))
  useEffect(() => () => store.stop(), [store])
  const { pictures, refusals } = useSyncExternalStore(store.subscribe, store.current)
  return { store, pictures, refusals }
}
