import { useEffect, useState } from 'react'
import { getDashboard, type Dashboard } from '#contract/dashboard.ts'
import { call } from '#client/api/call.ts'
import { TaskRows } from '#client/tasks/task-rows.tsx'
import { HowItWorks } from './how-it-works.tsx'

/** Rows on the home page; the dashboard has more. */
const MOST_ROWS = 3

/** What waits for a member, in place of the introduction. */
export default function WhatWaits() {
  const dashboard = useDashboard()
  if (!dashboard?.rows.length) return <HowItWorks />
  return (
    <div className="mx-auto w-full max-w-4xl">
      <TaskRows dashboard={dashboard} most={MOST_ROWS} />
    </div>
  )
}

/** Dashboard of the member; null while loading and after a failure, which the dashboard itself reports. */
function useDashboard(): Dashboard | null {
  const [dashboard, setDashboard] = useState<Dashboard | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(getDashboard, {}, { signal: leaving.signal }).then(setDashboard, () => {})
    return () => leaving.abort()
  }, [])
  return dashboard
}
