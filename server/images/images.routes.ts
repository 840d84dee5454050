import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/images/images.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import type { Serve } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { pixelBudget } from './pixel-budget.ts'
import { uploadImage } from './upload-image.ts'
import { uploadsUnderWay } from './uploads-under-way.ts'

export function imageRoutes(serve: Serve, { clock }: Pick<Services, 'clock'>): void {
  const whileUnderWay = uploadsUnderWay()
  const maySpend = pixelBudget(clock)
  serve(calls.uploadImage, async (services, { account, request }) => {
    const { url } = await whileUnderWay(account.id, async () =>
      uploadImage(services, account.id, await readImageField(services, request), maySpend),
    )
    return { success: true as const, data: { url } }
  })
}

/** The file in the form's field `image`. */
async function readImageField(may: Refuses<'image_too_large'>, request: FastifyRequest): Promise<Buffer> {
  const part = await readable(request.file())
  if (part?.fieldname !== 'image') {
    part?.file.resume()
    const message = 'Please choose a picture.'
    return refuse('invalid_input', message, [{ field: 'image', message }])
  }
  const bytes = await readable(part.toBuffer())
  // A file that hits the limit in its last chunk comes out cut, without an error.
  if (part.file.truncated) may.refuse('image_too_large', 'This picture is too large. The limit is 10 MB.')
  return bytes
}

/** What Fastify doesn't call by a name of its own is the form reader's complaint: the form is broken or cut short. */
function readable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: Error & { code?: string }) => {
    if (error.code?.startsWith('FST_')) throw error
    const message = 'The picture didn’t arrive in full. Please try again.'
    return refuse('invalid_input', message, [{ field: 'image', message }])
  })
}
