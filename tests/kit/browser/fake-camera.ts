import { tmpdir } from 'node:os'
import path from 'node:path'

/** The video that the camera of every browser shows; a journey writes it before it turns the camera on. */
export const CAMERA_VIDEO = path.join(tmpdir(), 'camera.y4m')

/** Flags of every journey's browser: a journey with its own would start another browser and shop. */
export const FAKE_CAMERA = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${CAMERA_VIDEO}`,
]
