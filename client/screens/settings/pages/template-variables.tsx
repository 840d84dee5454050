import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { screenSettings } from '#contract/settings/shop-settings.ts'
import type { ContentPageText } from '#contract/settings/content-page-calls.ts'

/** Template variables with their values and where those come from. */
export function TemplateVariables({ variables }: Pick<ContentPageText, 'variables'>) {
  return (
    <details className="border-s-3 border-edge bg-sunk px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        What we fill in for you, such as {'{{name}}'}
      </summary>
      <p className="pb-3">
        Text between <code>{'{{#byCard}}'}</code> and <code>{'{{/byCard}}'}</code> is shown only where cards are taken;
        after <code>{'{{^byCard}}'}</code>, only where they aren’t. <code>{'{{#inCash}}'}</code> works the same way.
      </p>
      <dl className="grid gap-3 pb-3">
        {variables.map(({ name, value, setting, fixed }) => (
          <div key={name}>
            <dt>
              <code className="wrap-anywhere">{`{{${name}}}`}</code>
            </dt>
            <dd className="wrap-anywhere">
              <bdi>{value || 'Nothing, with the current settings'}</bdi>
            </dd>
            {setting !== null && (
              <dd className="text-sm text-ink-2 wrap-anywhere">
                {fixed ? (
                  <>
                    Set by the operator in <code>{screenSettings[setting].env}</code>
                  </>
                ) : (
                  <>
                    From{' '}
                    <Link to={href('/dashboard/settings')} className="link touchable inline-block py-1">
                      {`Settings: ${screenSettings[setting].label}`}
                    </Link>
                  </>
                )}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}
