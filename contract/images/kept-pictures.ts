import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { time } from '#contract/codecs.ts'

/** Pictures that admins are shown at once, of those that only a person can delete. */
export const MOST_LEFT_BEHIND = 50

/** A moving of all pictures to the host that takes new ones. */
const pictureMove = z.object({
  done: z.int(),
  total: z.int(),
  /** Pictures that their place has lost. */
  lost: z.int(),
  finishedAt: z.nullable(time),
  /** Why it waits, and goes on by itself later. */
  problem: z.nullable(z.string()),
})

/** A picture that no page shows and that only a person can delete. */
const leftBehind = z.object({
  id: z.uuid(),
  host: z.string(),
  /** The host's page that deletes it; null where the host named none. */
  address: z.nullable(z.string()),
  since: time,
})
export type LeftBehind = z.output<typeof leftBehind>

const keptPictures = z.object({
  /** What takes new pictures, in words. */
  present: z.string(),
  /** Pictures that lie elsewhere, and would be moved. */
  elsewhere: z.int(),
  /** Of those the ones at hosts that no setting names any more. */
  unreachable: z.int(),
  /** The latest; null where there was none. */
  move: z.nullable(pictureMove),
  leftBehind: z.array(leftBehind),
  leftBehindCount: z.int(),
})
export type KeptPictures = z.output<typeof keptPictures>

export const getKeptPictures = defineCall({
  method: 'GET',
  path: '/pictures',
  topics: ['pictures'],
  access: ['admin'],
  summary: 'Where the pictures are, how far a move has come, and which ones an admin has to delete at their host',
  answer: keptPictures,
})

export const movePictures = defineCall({
  method: 'POST',
  path: '/pictures/move',
  topics: ['pictures', 'audit-log'],
  access: ['admin'],
  summary:
    'Moves all pictures to the host that takes new ones, in the background; once more, where that is under way, changes nothing',
  answer: keptPictures,
})

export const noteDeleted = defineCall({
  method: 'POST',
  path: '/pictures/left-behind/:id/deleted',
  topics: ['pictures', 'audit-log'],
  access: ['admin'],
  summary: 'Notes that an admin has deleted a picture at its host',
  params: z.object({ id: z.uuid('There’s no such picture') }),
  answer: keptPictures,
  refusals: ['not_found'],
})
