import { z } from 'zod'
import type { EncodedPicture, ImageHost, ImageSource } from '#server/ports/image-host.ts'
import { readUpTo } from '#server/files/read-up-to.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

/** imgbb's own limit; it answers a larger file without JSON. */
const MOST_BYTES = 32 * 1024 * 1024
const MOST_ANSWER_BYTES = 256 * 1024
const UPLOAD_MS = 30_000
const READ_MS = 10_000
const LARGEST = 1200

/** The parts of an answer that we use. The others (`size`, `time`, `expiration`) come as numbers or as texts. */
const uploaded = z.object({
  success: z.literal(true),
  // Admins follow the second; one that leads elsewhere loses no picture.
  data: z.object({
    url: z.url(),
    delete_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .catch(undefined),
  }),
})
const refused = z.object({ error: z.object({ message: z.string() }) })

/** Where imgbb is, in a test elsewhere: its API, and the one origin that pictures are read from. */
export interface ImgbbPlaces {
  api: string
  pictures: string
}
export const IMGBB: ImgbbPlaces = { api: 'https://api.imgbb.com', pictures: 'https://i.ibb.co' }

/** Pictures that were stored at imgbb; needs no key. Reads from its picture host alone, without redirects. */
export function imgbbPictures({ pictures }: ImgbbPlaces = IMGBB): ImageSource {
  return {
    id: 'imgbb',
    name: 'imgbb',
    sizes: 'one',
    // It has no call for it; a person can, on the page at `delete_url`.
    remove: null,
    publicAddress: ({ address }) => address,
    origins: { img: [pictures] },
    read: async ({ address }, file) => {
      if (file !== `${LARGEST}.webp` || URL.parse(address)?.origin !== pictures) return null
      return readPicture(address)
    },
  }
}

/** The same, which takes new pictures: the largest WebP of each. Connects with the first picture. */
export function imgbb({ apiKey, places = IMGBB }: { apiKey: string; places?: ImgbbPlaces | undefined }): ImageHost {
  return {
    ...imgbbPictures(places),
    store: async (picture) => {
      const { url, delete_url: removal = null } = await upload(apiKey, places, picture)
      if (URL.parse(url)?.origin !== places.pictures)
        throw new ProviderError(`imgbb stored a picture at ${URL.parse(url)?.host}, which isn't its picture host`)
      return { address: url, removal }
    },
  }
}

async function upload(apiKey: string, { api }: ImgbbPlaces, { hash, variants }: EncodedPicture) {
  const largest = variants.find(({ width, format }) => width === LARGEST && format === 'webp')
  if (!largest) throw new Error('The picture has no largest file.')
  if (largest.bytes.length > MOST_BYTES) throw new Error('The picture is larger than imgbb takes.')
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(largest.bytes)], { type: 'image/webp' }), `${hash}.webp`)
  const address = new URL('/1/upload', api)
  address.searchParams.set('key', apiKey)
  const { status, text } = await ask(address, { method: 'POST', body: form }, UPLOAD_MS, async (response) => ({
    status: response.status,
    text: (await readUpTo(response, MOST_ANSWER_BYTES)).toString('utf8'),
  }))
  const answer = uploaded.safeParse(jsonOf(text))
  if (answer.success) return answer.data.data
  throw new ProviderError(whyNot(status, text, apiKey))
}

/**
 * Why it stored nothing, for the operator. All of it comes as 400, often with code 100, a limit as well as a wrong key;
 * none of it is the fault of the person who uploads, so all of it reads "try again later" to them.
 */
function whyNot(status: number, text: string, apiKey: string): string {
  const { data } = refused.safeParse(jsonOf(text))
  if (!data) return `imgbb stored no picture: it answered ${status} without an explanation`
  const said = data.error.message.replaceAll(apiKey, '…').slice(0, 200)
  const rest = /rate limit/i.test(said)
    ? ' Its free keys are limited: pictures can be uploaded again after a while.'
    : /key/i.test(said)
      ? ' Check IMGBB_API_KEY against https://api.imgbb.com.'
      : ''
  return `imgbb stored no picture: ${said}${rest}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function readPicture(address: string): Promise<Uint8Array | null> {
  return ask(new URL(address), {}, READ_MS, async (response) => {
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return readUpTo(response, MOST_BYTES)
  })
}

/** Errors name neither the address, which has the key, nor what fetch says of it. */
async function ask<Answer>(
  address: URL,
  init: RequestInit,
  withinMs: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await read(await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(withinMs) }))
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const why =
      name === 'TimeoutError' ? `no answer within ${withinMs / 1000} s` : (cause?.code ?? 'no readable answer')
    throw new ProviderError(`${address.host} can't be asked at the moment: ${why}`)
  }
}
