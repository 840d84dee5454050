import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { IMAGES_BASE, isImageFile } from '#contract/images/image-addresses.ts'

interface Options {
  dir: string
  /** Finds a file that isn't on the disk: at another address, or its bytes; null where there is none. */
  findElsewhere?: (address: string) => Promise<{ at: string } | { bytes: Uint8Array } | null>
}

const NO_SUCH = 'No such picture'
const FOR_EVER = 'public, max-age=31536000, immutable'
/** A moved picture's address may change again. */
const NOT_LONG = 'public, max-age=3600'

/**
 * Serves the pictures of `diskImages`: GET and HEAD /images/<hash>/<width>.<format>, immutable and cached so; those that
 * lie elsewhere by a redirect, or in the same way. Every other name below /images is a 404.
 */
export async function registerDiskImages(app: FastifyInstance, { dir, findElsewhere }: Options): Promise<void> {
  await mkdir(dir, { recursive: true })
  await app.register(
    async (images) => {
      images.setNotFoundHandler(async (request, reply) => {
        const address = request.url.split('?', 1)[0]!
        const found = isImageFile(address) ? await findElsewhere?.(address) : null
        if (!found)
          return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(NO_SUCH)
        if ('at' in found) return reply.header('cache-control', NOT_LONG).redirect(found.at, 302)
        return reply
          .header('cache-control', FOR_EVER)
          .header('x-content-type-options', 'nosniff')
          .type(`image/${path.extname(address).slice(1)}`)
          .send(found.bytes)
      })
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
