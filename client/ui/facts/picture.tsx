import { useEffect, useRef } from 'react'
import { imageSources } from '#contract/images/image-addresses.ts'
import { useSite } from '#client/ui/site.ts'

interface PictureProps {
  url: string
  alt: string
  /** HTML's `sizes`. */
  sizes: string
  className?: string
  /** Loads eagerly, for pictures above the fold. */
  eager?: boolean
  /** Called when the picture fails to load. */
  onBroken?: () => void
}

/** Responsive picture: the browser picks the smallest source that fits. */
export function Picture({ url, alt, sizes, className, eager = false, onBroken }: PictureProps) {
  const { pictures } = useSite()
  const sources = pictures.sizes === 'all' ? imageSources(url) : null
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before hydration attached the listener.
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
