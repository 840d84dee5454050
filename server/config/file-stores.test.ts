import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { complaints } from '#tests/kit/shop/config-mistakes.ts'

describe('where files are kept', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'dogear',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKx',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const imgbb = { IMGBB_API_KEY: '0123456789abcdef0123456789abcdef' }

  test('follows the settings: the disk, imgbb, or a bucket for some of them', () => {
    expect(readConfig({}).pictures).toEqual({ kind: 'disk' })
    expect(readConfig(imgbb).pictures).toEqual({ kind: 'imgbb', apiKey: imgbb.IMGBB_API_KEY })
    expect(readConfig(s3)).toMatchObject({ pictures: { kind: 's3' }, s3: { keeps: ['pictures'], publicUrl: null } })
    expect(readConfig({ ...s3, ...imgbb, S3_KEEPS: 'exports' }).pictures.kind).toBe('imgbb')
    expect(readConfig({ ...s3, S3_KEEPS: 'nothing' })).toMatchObject({ pictures: { kind: 'disk' }, s3: { keeps: [] } })
    expect(readConfig({ ...s3, ...imgbb, S3_KEEPS: 'nothing' }).secrets).toEqual([imgbb.IMGBB_API_KEY, 'secret'])
  })

  test('an object store’s address with the bucket in it is told where that belongs', () => {
    const withBucket = { ...s3, S3_ENDPOINT: 'https://s3.example.org/dogear' }
    expect(() => readConfig(withBucket)).toThrow('amazonaws.com: S3_BUCKET names the bucket')
  })

  test.each<[string, Record<string, string>]>([
    ['S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY', { S3_ENDPOINT: s3.S3_ENDPOINT }],
    ['S3_KEEPS S3_PUBLIC_URL', { S3_KEEPS: 'exports', S3_PUBLIC_URL: 'https://pictures.example.org' }],
    ['IMGBB_API_KEY', { ...s3, ...imgbb }],
    ['IMGBB_API_KEY', { IMGBB_API_KEY: 'my key' }],
    ['S3_PUBLIC_URL', { ...s3, S3_KEEPS: 'pictures,exports', S3_PUBLIC_URL: 'https://pictures.example.org' }],
    ['S3_KEEPS', { ...s3, S3_KEEPS: 'backups' }],
    ['S3_KEEPS', { ...s3, S3_KEEPS: 'pictures,books' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: 'The Bucket' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'https://s3.example.org/dogear' }],
  ])('is named where it contradicts itself: %s', (names, env) => {
    expect(complaints(env).join(' ')).toBe(names)
  })
})
