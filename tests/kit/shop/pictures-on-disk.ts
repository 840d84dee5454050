import type { Db } from '#server/database/schema.ts'
import { pictureStore } from '#server/images/picture-store.ts'
import type { ImageHost } from '#server/ports/image-host.ts'
import { systemClock } from '#server/ports/clock.ts'
import { diskImages } from '#server/providers/disk-images/disk-images.ts'
import { makeSealer } from '#server/secrets/sealer.ts'
import type { Pictures } from '#server/services.ts'

/** The pictures of a shop on its disk, and at another host where one is given. */
export function picturesOnDisk(db: Db, dir: string, present?: ImageHost): Pictures {
  const disk = diskImages({ dir })
  return pictureStore({
    db,
    clock: systemClock,
    hosts: { disk, present: present ?? disk, outside: present ? [present] : [] },
    sealer: makeSealer('a secret of this test', 'pictures'),
  })
}
