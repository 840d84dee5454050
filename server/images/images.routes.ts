import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as calls from '#contract/images.ts'
import { refuse } from '#contract/problems.ts'
import { serveCall } from '#server/http/call-route.ts'
import type { Services } from '#server/services.ts'
import { uploadImage } from './upload-image.ts'

export function imageRoutes(app: FastifyInstance, services: Services): void {
  serveCall(app, services, calls.uploadImage, async ({ member, request }) => {
    const { url } = await uploadImage(services, member.id, await readImageField(request))
    return { success: true as const, data: { url } }
  })
}

/** The file in the form's field `image`; whatever else the form holds is left aside. */
async function readImageField(request: FastifyRequest): Promise<Buffer> {
  for await (const file of request.files()) {
    if (file.fieldname === 'image') return file.toBuffer()
    file.file.resume()
  }
  const message = 'Please choose a picture.'
  return refuse('invalid_input', message, [{ field: 'image', message }])
}
