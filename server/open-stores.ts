import path from 'node:path'
import type { Config } from './config.ts'
import type { ServerOptions } from './build-server.ts'
import { aboutPictures } from './images/about-pictures.ts'
import { pictureStore } from './images/picture-store.ts'
import type { BrowserOrigins } from './ports/browser-origins.ts'
import { diskArchives } from './providers/disk-archives/disk-archives.ts'
import { diskImages } from './providers/disk-images/disk-images.ts'
import { registerDiskImages } from './providers/disk-images/serve-disk-images.ts'
import { imgbb, imgbbOrigins, imgbbPictures, type ImgbbPlaces } from './providers/imgbb/imgbb.ts'
import type { Services } from './services.ts'

/** Where imgbb is; tests pass a stand-in's. */
export type { ImgbbPlaces }

export interface OpenStores {
  services: Pick<Services, 'images' | 'archives'>
  /** What people must know of them. */
  site: Pick<Services['site'], 'pictures'>
  origins: BrowserOrigins[]
}

interface Given extends Omit<Parameters<typeof pictureStore>[0], 'hosts'> {
  plugins: NonNullable<ServerOptions['plugins']>
  imgbbPlaces?: ImgbbPlaces | undefined
}

/**
 * Opens the stores of files: of pictures the disk, the host that takes new ones, and those that may still have some.
 * Beside open-shop.ts the only file that knows providers.
 */
export async function openStores(
  { dataDir, pictures }: Config,
  { plugins, imgbbPlaces, ...given }: Given,
): Promise<OpenStores> {
  const dir = path.join(dataDir, 'images')
  const disk = diskImages({ dir })
  const present = pictures.kind === 'imgbb' ? imgbb({ apiKey: pictures.apiKey, places: imgbbPlaces }) : disk
  const outside = [present === disk ? imgbbPictures(imgbbPlaces) : present]
  const images = pictureStore({ ...given, hosts: { disk, present, outside } })
  plugins.push((app) => registerDiskImages(app, { dir, findElsewhere: (address) => images.findOutside(address) }))
  const about = await aboutPictures(given.db, images)
  return {
    services: { images, archives: diskArchives({ dir: path.join(dataDir, 'exports') }) },
    site: { pictures: about },
    origins: about.isLoadedThere ? [imgbbOrigins] : [],
  }
}
