import { uploadImage as declared } from '#contract/images/images.ts'
import { uploadFile, type UploadOptions } from './upload-file.ts'

/** Uploads an image and returns its address. Throws ProblemError or ConnectionError. */
export async function uploadImage(file: Blob, options: UploadOptions = {}): Promise<string> {
  const { data } = await uploadFile(declared, 'image', file, options)
  return data.url
}
