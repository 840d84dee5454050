import { mkdir } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { IMAGES_BASE, isImageFile } from '#contract/images/image-addresses.ts'

/**
 * Serves the pictures of `diskImages`: GET and HEAD /images/<hash>/<width>.<format>, immutable and cached so. Every
 * other name below /images is a 404.
 */
export async function registerDiskImages(app: FastifyInstance, { dir }: { dir: string }): Promise<void> {
  await mkdir(dir, { recursive: true })
  await app.register(
    async (images) => {
      images.setNotFoundHandler((_request, reply) =>
        reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('No such picture'),
      )
      await images.register(fastifyStatic, {
        root: dir,
        decorateReply: false,
        allowedPath: (name) => isImageFile(IMAGES_BASE + name),
        index: false,
        immutable: true,
        maxAge: '365d',
        setHeaders: (reply) => {
          reply.header('x-content-type-options', 'nosniff')
        },
      })
    },
    { prefix: IMAGES_BASE },
  )
}
