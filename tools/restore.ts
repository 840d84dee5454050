// npm run restore -- FILE, or s3:NAME of a copy in the object store: restores a backup into an empty data folder and an
// empty database. --find, --show listing|account|order and --put-back listing|listings look into a backup, and bring listings
// back into the shop.
// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { readCall } from './read-call.ts'
import { lookInside } from './restore/look-inside.ts'
import { putBack } from './restore/put-back.ts'
import { readArguments } from './restore/read-arguments.ts'
import { restoreAll } from './restore/restore-all.ts'

const call = await readCall(readArguments)

if (call.act === 'restore') await restoreAll(call.file)
else if (call.act === 'put back') await putBack(call)
else await lookInside(call)
