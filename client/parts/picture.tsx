import { imageSources } from '#contract/image-sources.ts'

/** A picture in the smallest size that does. `sizes` as in HTML; `eager` for what is seen first. */
export function Picture(props: { url: string; alt: string; sizes: string; className?: string; eager?: boolean }) {
  const { url, alt, sizes, className, eager = false } = props
  const sources = imageSources(url)
  return (
    <picture>
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img src={url} alt={alt} className={className} loading={eager ? 'eager' : 'lazy'} decoding="async" />
    </picture>
  )
}
