interface MailFrameProps {
  title: string
  /** Path of its HTML. */
  page: string
  /** As the reader's system has it unless given. */
  scheme?: 'light' | 'dark'
  /** CSS pixels; the frame gets narrower where there is less room. */
  width: number
}

/** An email's HTML, in a frame that runs no script; links open beside the page. */
export function MailFrame({ title, page, scheme, width }: MailFrameProps) {
  return (
    <iframe
      title={title}
      src={scheme ? `${page}?scheme=${scheme}` : page}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      style={{ width }}
      className="block h-[36rem] max-w-full border border-rule bg-paper"
    />
  )
}
