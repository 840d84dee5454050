interface MailFrameProps {
  title: string
  /** Path of its HTML. */
  page: string
  /** As the reader's system has it unless given. */
  scheme?: 'light' | 'dark'
  /** CSS pixels; the frame gets narrower where there is less room. */
  width: number
  /** Loads once it is near: for lists. */
  isLazy?: boolean
}

/** An email's HTML, in a frame that runs no script; links open beside the page. */
export function MailFrame({ title, page, scheme, width, isLazy }: MailFrameProps) {
  return (
    <iframe
      title={title}
      src={scheme ? `${page}?scheme=${scheme}` : page}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      loading={isLazy ? 'lazy' : 'eager'}
      style={{ width }}
      className="block h-[36rem] max-w-full border border-rule bg-paper"
    />
  )
}
