import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/images/images.ts'
import { getKeptPictures, movePictures, noteDeleted } from '#contract/images/kept-pictures.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Serve } from '#server/http/call-route.ts'
import { readFormFile } from '#server/http/forms/read-form-file.ts'
import { uploadLimiter } from '#server/http/forms/upload-limiter.ts'
import type { Services } from '#server/services.ts'
import { readKeptPictures, notePictureDeleted } from './kept-pictures.ts'
import { startMove } from './moving/start-move.ts'
import { pixelBudget } from './pixel-budget.ts'
import { uploadImage } from './upload-image.ts'

export function imageRoutes(serve: Serve, { clock }: Pick<Services, 'clock'>): void {
  const withinUploadLimit = uploadLimiter({
    ofOneAccount: 4,
    ofAll: 16,
    words: 'Still processing other pictures. Please try again in a moment.',
  })
  const maySpend = pixelBudget(clock)
  serve(calls.uploadImage, async (services, { account, request }) => {
    const { url } = await withinUploadLimit(account.id, async () =>
      uploadImage(services, account.id, await readImageField(services, request), maySpend),
    )
    return { success: true as const, data: { url } }
  })
}

/** Where the pictures are, for admins. */
export function keptPicturesRoutes(serve: Serve): void {
  serve(getKeptPictures, (services) => readKeptPictures(services))
  serve(movePictures, async (services, { account }) => {
    await startMove(services, account.id)
    return readKeptPictures(services)
  })
  serve(noteDeleted, async (services, { account, params }) => {
    await notePictureDeleted(services, account.id, params.id)
    return readKeptPictures(services)
  })
}

/** The file in the form's field `image`. */
async function readImageField(may: Refuses<'image_too_large'>, request: FastifyRequest): Promise<Buffer> {
  const { bytes } = await readFormFile(request, 'image', {
    missing: 'Please choose a picture.',
    torn: 'The picture didn’t arrive in full. Please try again.',
    tooLarge: () => may.refuse('image_too_large', 'This picture is too large. The limit is 10 MB.'),
  })
  return bytes
}
