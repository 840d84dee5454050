/** Pixels of a photo's side as it is sent; it is never shown larger. */
export const PHOTO_SIZE = 512

/** Where the square lies in a picture. `position`: from 0, the top or left end, to 100, the other one. */
export function squareOf(
  { width, height }: { width: number; height: number },
  position: number,
): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  const offset = (slack: number) => Math.round((slack * position) / 100)
  return { x: offset(width - side), y: offset(height - side), side }
}

/** Draws the square, as large as the canvas is. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, position: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, side } = squareOf(picture, position)
  // What is transparent would come out black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** The canvas as a file. Rejects where the browser can't. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('That picture can’t be used here.')))
    canvas.toBlob(take, 'image/jpeg', 0.9)
  })
}
