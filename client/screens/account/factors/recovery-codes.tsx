import { useEffect } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { copyText } from '#client/ui/share.ts'
import { useSite } from '#client/ui/site.ts'

/** Recovery codes, shown once: to copy, download or print. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { name, publicUrl } = useSite()
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['printsAlone'] = ''
    return () => void delete dataset['printsAlone']
  }, [])
  const text = `Recovery codes for ${name}, ${publicUrl}\nEach of them signs you in once, after your password.\n\n${codes.join('\n')}\n`
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <div className="printed-alone grid grid-cols-1 gap-4">
        <p>
          Each of these signs you in once, after your password, if you lose your phone. Keep them where you keep
          important papers: <strong>we can’t show them again.</strong>
        </p>
        <p className="hidden print:block">
          For {name}, {publicUrl}
        </p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button-outline"
            onClick={() => void copyText(codes.join('\n'), 'Codes copied')}
          >
            Copy
          </button>
          <button
            type="button"
            className="button-outline"
            onClick={() => saveFile('recovery-codes.txt', text, 'text/plain')}
          >
            Download
          </button>
          <button type="button" className="button-outline" onClick={() => window.print()}>
            Print
          </button>
        </div>
        <button type="button" className="button justify-self-start" onClick={onClose}>
          I’ve saved them
        </button>
      </div>
    </Dialog>
  )
}
