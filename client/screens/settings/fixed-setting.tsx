interface FixedSettingProps {
  label: string
  value: string
  /** Who has set it, and where. */
  children: React.ReactNode
}

/** A setting that can't be changed on this screen: what holds, and why. */
export function FixedSetting({ label, value, children }: FixedSettingProps) {
  return (
    <dl>
      <dt className="font-semibold">{label}</dt>
      <dd className="wrap-anywhere">
        <bdi>{value}</bdi>
      </dd>
      <dd className="mt-1 text-sm text-ink-2 wrap-anywhere">{children}</dd>
    </dl>
  )
}
