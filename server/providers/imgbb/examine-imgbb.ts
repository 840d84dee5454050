import { z } from 'zod'
import { fault, skipped, warning, type Finding } from '#server/ports/finding.ts'
import { readUpTo } from '#server/files/read-up-to.ts'
import { IMGBB, type ImgbbPlaces } from './imgbb.ts'

const WITHIN_MS = 10_000
const refused = z.object({ error: z.object({ message: z.string() }) })

/**
 * Uploads no picture, since none could be removed: an upload without one is refused for the key first, and for the want
 * of a picture where the key is right.
 */
export async function examineImgbb(apiKey: string, { api }: ImgbbPlaces = IMGBB): Promise<Finding[]> {
  const address = new URL('/1/upload', api)
  address.searchParams.set('key', apiKey)
  const answer = await fetch(address, {
    method: 'POST',
    body: new FormData(),
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  })
    .then(async (response) => JSON.parse((await readUpTo(response, 64 * 1024)).toString('utf8')) as unknown)
    // Its errors have the address, and so the key.
    .catch(() => null)
  const { data } = refused.safeParse(answer)
  if (!data)
    return [
      warning(
        `${address.host} can’t be asked, or answers without an explanation.`,
        'Try again later; uploads read “try again later” meanwhile.',
      ),
    ]
  const said = data.error.message.replaceAll(apiKey, '…').slice(0, 200)
  if (/rate limit/i.test(said))
    return [warning(`imgbb says: ${said}`, 'Its free keys are limited: wait, or pay for one.')]
  if (/key/i.test(said)) return [fault(`imgbb says: ${said}`, 'Set IMGBB_API_KEY to the key of https://api.imgbb.com.')]
  return [
    skipped(
      `imgbb answers (“${said}”) and takes the key. No picture was uploaded: imgbb has no call that removes one.`,
      'Upload a picture in the shop to see the rest.',
    ),
  ]
}
