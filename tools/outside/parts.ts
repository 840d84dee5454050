import { database } from './database.ts'
import { deploy } from './deploy.ts'
import { firebase } from './firebase.ts'
import { haproxy } from './haproxy.ts'
import { journeys } from './journeys.ts'
import { s3 } from './s3.ts'
import type { OutsidePart } from './part.ts'
import { smtp } from './smtp.ts'
import { update } from './update.ts'
import { varnish } from './varnish.ts'

/** The parts of `npm run test:outside`, in the order they run. */
export const PARTS: readonly OutsidePart[] = [firebase, s3, smtp, haproxy, journeys, varnish, database, update, deploy]
