import { useEffect, useRef } from 'react'
import { imageSources } from '#contract/images/image-addresses.ts'

interface PictureProps {
  url: string
  alt: string
  /** As in HTML. */
  sizes: string
  className?: string
  /** For what is seen first. */
  eager?: boolean
  /** Called when the picture can't be shown. */
  onBroken?: () => void
}

/** A picture in the smallest size that does. */
export function Picture({ url, alt, sizes, className, eager = false, onBroken }: PictureProps) {
  const sources = imageSources(url)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before anybody listened.
    if (image.current?.complete && image.current.naturalWidth === 0) onBroken?.()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each picture; from then on the event tells
  }, [url])
  return (
    <picture>
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        ref={image}
        src={url}
        alt={alt}
        className={className}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        onError={onBroken}
      />
    </picture>
  )
}
