import path from 'node:path'
import type { Config } from './config.ts'
import type { ServerOptions } from './server-options.ts'
import { diskIdOf, markPicturesDisk, readPicturesDisk } from './database/marks/pictures-disk.ts'
import { OperatorError } from './database/operator-error.ts'
import { aboutPictures } from './images/about-pictures.ts'
import { pictureStore } from './images/picture-store.ts'
import { picturesOutOfSight } from './images/pictures-out-of-sight.ts'
import { atMostEvery } from './metrics/at-most-every.ts'
import type { BackupCopies } from './ports/backup-copies.ts'
import type { BrowserOrigins } from './ports/browser-origins.ts'
import type { ImageHost } from './ports/image-host.ts'
import { diskArchives } from './providers/disk-archives/disk-archives.ts'
import { diskImages } from './providers/disk-images/disk-images.ts'
import { registerDiskImages } from './providers/disk-images/serve-disk-images.ts'
import { imgbb, imgbbPictures, type ImgbbPlaces } from './providers/imgbb/imgbb.ts'
import { openBucket, type Bucket } from './providers/s3/bucket.ts'
import { claimBucket } from './providers/s3/claim-bucket.ts'
import { s3Archives } from './providers/s3/s3-archives.ts'
import { s3Copies } from './providers/s3/s3-copies.ts'
import { s3Images } from './providers/s3/s3-images.ts'
import type { ShopSecrets } from './secrets/shop-secrets.ts'
import type { Log, Services } from './services.ts'

/** Where imgbb is; tests pass a stand-in's. */
export type { ImgbbPlaces }

export interface OpenStores {
  services: Pick<Services, 'images' | 'archives'>
  /** What people must know of them. */
  site: Pick<Services['site'], 'pictures'>
  origins: BrowserOrigins[]
  /** For the HTTP server. Sight is looked for once a minute at most. */
  server: Required<Pick<ServerOptions, 'seesPictures'>>
}

interface Given extends Omit<Parameters<typeof pictureStore>[0], 'hosts' | 'sealer'> {
  log: Log
  plugins: NonNullable<ServerOptions['plugins']>
  imgbbPlaces?: ImgbbPlaces | undefined
  /** Seals what deletes pictures, and tells this shop's bucket from another's. */
  secrets: Pick<ShopSecrets, 'pictures' | 'shopId'>
}

/**
 * Opens the stores of files: of pictures the disk, the host that takes new ones, and those that may still have some.
 * Beside open-shop.ts the only file that knows providers. Refuses settings that the object store refuses, and another
 * shop's bucket (OperatorError); while it is away the shop opens all the same.
 */
export async function openStores(
  config: Config,
  { plugins, imgbbPlaces, secrets: { shopId, pictures: sealer }, ...given }: Given,
): Promise<OpenStores> {
  const dir = path.join(config.dataDir, 'images')
  const bucket = config.s3 && openBucket(config.s3)
  if (bucket) await checkBucket(bucket, shopId, given.log)
  const disk = diskImages({ dir })
  const hosts = { disk, ...picturesOutside(config, { disk, bucket, imgbbPlaces }) }
  const images = pictureStore({ ...given, sealer, hosts })
  plugins.push((app) => registerDiskImages(app, { dir, findElsewhere: (address) => images.findOutside(address) }))
  const { site: pictures, origins } = await aboutPictures(given, images)
  // A shop with a database of its own is the only instance.
  const hasOthers = config.database.kind === 'server'
  if (hasOthers) await markPicturesDisk(given.db, dir)
  // `ready` reports a silent database by itself.
  const see = async () => !hasOthers || seePictures(given, images, dir).catch(() => true)
  return {
    server: { seesPictures: atMostEvery(SIGHT_MS, see) },
    services: { images, archives: openArchives(config, bucket) },
    site: { pictures },
    origins,
  }
}

const SIGHT_MS = 60_000

/** Whether all pictures of the shop are in sight; logs why not. */
async function seePictures({ db, log }: Pick<Given, 'db' | 'log'>, { hosts }: Services['images'], dir: string) {
  const isMarked = async () => (await diskIdOf(dir)) === (await readPicturesDisk(db))
  const why = await picturesOutOfSight({ db }, hosts, { dir, isMarked })
  if (why !== null) log.error({}, why)
  return why === null
}

interface Opened {
  disk: ImageHost
  bucket: Bucket | null
  imgbbPlaces: ImgbbPlaces | undefined
}

function picturesOutside({ pictures, s3 }: Config, { disk, bucket, imgbbPlaces }: Opened) {
  const store = bucket && s3Images(bucket, s3?.publicUrl ?? null)
  const free = pictures.kind === 'imgbb' ? imgbb({ apiKey: pictures.apiKey, places: imgbbPlaces }) : null
  const present = pictures.kind === 's3' ? (store ?? disk) : (free ?? disk)
  return { present, outside: [...(store ? [store] : []), free ?? imgbbPictures(imgbbPlaces)] }
}

function openArchives({ dataDir, s3 }: Config, bucket: Bucket | null): Services['archives'] {
  const onDisk = diskArchives({ dir: path.join(dataDir, 'exports') })
  return bucket && s3?.keeps.includes('exports') ? s3Archives(bucket, onDisk) : onDisk
}

async function checkBucket(bucket: Bucket, shopId: string, log: Log): Promise<void> {
  try {
    const trouble = await bucket.check()
    if (trouble) throw new OperatorError(`${trouble.words} docs/services.md says how it is set up.`)
    if (!(await claimBucket(bucket, shopId)))
      throw new OperatorError(
        `The bucket ${bucket.settings.bucket} is another shop's, and each would delete what it doesn't know of the other. Name one of its own in S3_BUCKET. If no other shop uses it, because the keys of this one were lost, delete the object dogear-shop in it.`,
      )
  } catch (err) {
    if (err instanceof OperatorError) throw err
    log.warn({ err }, 'the object store is away; what needs it waits until it is back')
  }
}

/** Opens the place for copies of backups; null where they stay in their folder. Doesn't ask it anything yet. */
export const openBackupCopies = ({ s3 }: Config): BackupCopies | null =>
  s3?.keeps.includes('backups') ? s3Copies(openBucket(s3)) : null
