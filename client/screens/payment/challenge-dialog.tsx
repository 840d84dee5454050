import { Dialog } from '#client/parts/dialog.tsx'

/** The bank's page in a frame. It has no way to call us: each page it shows is a reason to ask the provider again. */
export function ChallengeDialog({
  url,
  onFrameLoad,
  onLeave,
}: {
  url: string
  onFrameLoad: () => void
  onLeave: () => void
}) {
  return (
    <Dialog title="Your bank asks you to confirm" onClose={onLeave}>
      <iframe
        title="Your bank’s check"
        src={url}
        // Its form goes back to where it came from; it has no scripts, and no business with this page.
        sandbox="allow-forms allow-same-origin"
        onLoad={onFrameLoad}
        className="h-110 w-full border border-rule"
      />
    </Dialog>
  )
}
