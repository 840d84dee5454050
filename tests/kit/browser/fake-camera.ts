import { tmpdir } from 'node:os'
import path from 'node:path'

/** What the camera of every browser shows: a video, which whoever turns the camera on writes before. */
export const CAMERA_VIDEO = path.join(tmpdir(), 'camera.y4m')

/** For all journeys, since one with flags of its own has a browser and a shop started for it. */
export const FAKE_CAMERA = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${CAMERA_VIDEO}`,
]
