/** Reason for no picture: permission refused, no camera, or in use elsewhere. */
export type NoCamera = 'refused' | 'missing' | 'busy'

export class CameraError extends Error {
  override name = 'CameraError'
  readonly reason: NoCamera
  constructor(reason: NoCamera) {
    super(reason)
    this.reason = reason
  }
}

/** Opens the rear camera of a phone, or any other. Throws CameraError. */
export async function openCamera(): Promise<MediaStream> {
  // `mediaDevices` needs a secure context.
  if (!('mediaDevices' in navigator)) throw new CameraError('missing')
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    throw new CameraError(reasonOf(error))
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function reasonOf(error: unknown): NoCamera {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}
