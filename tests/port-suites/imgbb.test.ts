import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LARGEST_FILE } from '#contract/images/image-addresses.ts'
import { imgbb } from '#server/providers/imgbb/imgbb.ts'
import { anEncodedPicture, imageHostSuite } from './image-host.ts'
import { IMGBB_KEY, startImgbb } from './imgbb-server.ts'

const NOWHERE = { api: 'http://127.0.0.1:1', pictures: 'http://127.0.0.1:1' }

imageHostSuite('imgbb', { hasSizes: false, deletes: false, hasAddresses: true }, async () => {
  const server = await startImgbb()
  return {
    host: imgbb({ apiKey: IMGBB_KEY, places: server.places }),
    unreachable: imgbb({ apiKey: IMGBB_KEY, places: NOWHERE }),
    close: server.close,
  }
})

describe('imgbb', () => {
  let server: Awaited<ReturnType<typeof startImgbb>>
  beforeAll(async () => {
    server = await startImgbb()
  })
  afterEach(() => server.answers(null))
  afterAll(() => server.close())
  const host = (apiKey = IMGBB_KEY) => imgbb({ apiKey, places: server.places })
  const whyNot = (storing: Promise<unknown>) =>
    storing.then(
      () => 'stored',
      (error: Error) => error.message,
    )

  test('gets one multipart file, named by its hash, with the key in the query', async () => {
    const picture = anEncodedPicture()
    await host().store(picture)
    const { method, url, form } = server.asked.at(-1)!
    const { length } = `${picture.hash} 1200 webp`
    expect([method, url]).toEqual(['POST', `/1/upload?key=${IMGBB_KEY}`])
    expect(form).toEqual({ image: `${picture.hash}.webp image/webp ${length}` })
  })

  test('its limit, which comes as 400 with code 100, is an outage to the member and named to the operator', async () => {
    server.answers(server.rateLimited)
    expect(await whyNot(host().store(anEncodedPicture()))).toBe(
      'imgbb stored no picture: Rate limit reached. Its free keys are limited: pictures can be uploaded again after a while.',
    )
  })

  test('a wrong key is named by its setting, and never told', async () => {
    const why = await whyNot(host('f'.repeat(32)).store(anEncodedPicture()))
    expect(why).toBe('imgbb stored no picture: Invalid API v1 key. Check IMGBB_API_KEY against https://api.imgbb.com.')
    server.answers((response) => {
      response.statusCode = 400
      response.end(JSON.stringify({ error: { message: `The key ${IMGBB_KEY} is blocked` } }))
    })
    expect(await whyNot(host().store(anEncodedPicture()))).not.toContain(IMGBB_KEY)
    expect(await whyNot(imgbb({ apiKey: IMGBB_KEY, places: NOWHERE }).store(anEncodedPicture()))).toBe(
      "127.0.0.1:1 can't be asked at the moment: no readable answer",
    )
  })

  test.each([
    ['no JSON, as above 32 MB', 413, '<html>Request Entity Too Large</html>'],
    ['JSON of another form', 200, '{"success":true,"data":{}}'],
    ['what failed with 200', 200, '{"success":false,"status":200}'],
    ['nothing', 500, ''],
  ])('answers with %s: an outage', async (_what, status, body) => {
    server.answers((response) => {
      response.statusCode = status
      response.end(body)
    })
    expect(await whyNot(host().store(anEncodedPicture()))).toContain(`it answered ${status} without an explanation`)
  })

  test('a page to delete a picture on that is no web address is not taken: admins follow it', async () => {
    const url = `${server.origin}/a/b.webp`
    const storing = (delete_url: string) => {
      server.answers((response) => response.end(JSON.stringify({ success: true, data: { url, delete_url } })))
      return host().store(anEncodedPicture())
    }
    expect(await storing('https://ibb.co/a/b')).toMatchObject({ removal: 'https://ibb.co/a/b' })
    expect(await storing('javascript:alert(1)')).toEqual({ address: url, removal: null })
  })

  test('a picture that it claims to have stored on another host is not taken', async () => {
    server.answers((response) =>
      response.end(JSON.stringify({ success: true, data: { url: 'https://elsewhere.example.org/a.webp' } })),
    )
    expect(await whyNot(host().store(anEncodedPicture()))).toContain('elsewhere.example.org')
  })

  test('reads from its picture host alone, without redirects, and not without end', async () => {
    const { hash } = anEncodedPicture()
    const place = { hash, address: `${server.origin}/a/b.webp` }
    const before = server.asked.length
    const read = (address: string) => host().read({ hash, address }, LARGEST_FILE)
    for (const address of ['http://localhost:1/a.webp', 'file:///etc/passwd', '', `${server.origin}.example.org/a`])
      expect(await read(address)).toBeNull()
    expect(server.asked).toHaveLength(before)
    server.answers((response) => response.writeHead(302, { location: `${server.origin}/secret` }).end())
    await expect(read(place.address)).rejects.toThrow("can't be asked at the moment")
    expect(server.asked.filter(({ url }) => url === '/secret')).toEqual([])
    server.answers((response) => response.end(Buffer.alloc(33 * 1024 * 1024)))
    await expect(read(place.address)).rejects.toThrow("can't be asked at the moment")
    server.answers((response) => response.writeHead(500).end())
    await expect(read(place.address)).rejects.toThrow("can't be asked at the moment")
  })
})
