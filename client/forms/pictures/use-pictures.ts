import { useEffect, useState, useSyncExternalStore } from 'react'
import { uploadImage } from '#client/api/upload-image.ts'
import { PictureStore, type KeptPicture } from './picture-store.ts'

/** Picture store of a form, restored from its draft; unmounting aborts the uploads. */
export function usePictures(kept: readonly KeptPicture[], most: number) {
  const [store] = useState(() => new PictureStore(kept, uploadImage, most))
  useEffect(() => () => store.stop(), [store])
  const { pictures, refusals } = useSyncExternalStore(store.subscribe, store.current)
  return { store, pictures, refusals }
}
