import { Link } from 'react-router'
import type { ChecklistEntry } from '#contract/settings/checklist.ts'
import { BACKUPS_FAILED, checklistWords } from './checklist-words.ts'

/** Checklist item with reason and link; only the title once it is done. */
export function ChecklistLine({ entry: { item, done, failed } }: { entry: ChecklistEntry }) {
  const { title, why, link, settings } = checklistWords[item]
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className={`grow-0 text-lg leading-snug ${done ? 'text-ok' : 'text-ink-2'}`}>
        {done ? '☑' : '☐'}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p className={done ? '' : 'font-semibold'}>
          <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>
          {title}
        </p>
        {!done && (
          <>
            <p className="text-ink-2">{failed ? BACKUPS_FAILED : why}</p>
            {link && (
              <Link to={link.to} className="link touchable inline-block py-1">
                {link.label}
              </Link>
            )}
            {settings && (
              <p className="text-sm text-ink-2">
                The operator of the server sets{' '}
                {settings.map((name, place) => (
                  <span key={name}>
                    {place > 0 && ', '}
                    <code>{name}</code>
                  </span>
                ))}
                ; see “Settings” in the README.
              </p>
            )}
          </>
        )}
      </div>
    </li>
  )
}
