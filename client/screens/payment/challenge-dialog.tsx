import { Dialog } from '#client/ui/dialog.tsx'

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
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the page is our own, and its policy allows no script */}
      <iframe
        title="Your bank’s check"
        src={url}
        onLoad={onFrameLoad}
        className="h-130 max-h-[70dvh] w-full border border-rule"
      />
    </Dialog>
  )
}
