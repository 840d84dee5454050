/** Photo size in pixels, the largest it is ever shown. */
export const PHOTO_SIZE = 512

/** Crop rectangle of the square. `position`: from 0, the top or left end, to 100, the opposite end. */
export function squareOf(
  { width, height }: { width: number; height: number },
  position: number,
): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  const offset = (slack: number) => Math.round((slack * position) / 100)
  return { x: offset(width - side), y: offset(height - side), side }
}

/** Draws the square, scaled to the canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, position: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, side } = squareOf(picture, position)
  // White background: transparent pixels would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** Encodes the canvas as a file. Rejects where the browser can't. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('That picture can’t be used here.')))
    canvas.toBlob(take, 'image/jpeg', 0.9)
  })
}
