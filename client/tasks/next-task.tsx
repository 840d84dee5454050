import { Link } from 'react-router'
import { getDashboard } from '#contract/dashboard.ts'
import { useCall } from '#client/session/use-call.ts'
import { taskAddress, TaskSentence } from './task-words.tsx'

/** Link to the next waiting task, on the page of one that is done: it saves the way back to the dashboard. */
export function NextTask() {
  const { data, isFetching } = useCall(getDashboard, {}, { staleTime: 0 })
  const [task] = data?.rows ?? []
  // An earlier answer may still name the task that is done.
  if (!data || isFetching) return <p className="min-h-11" />
  if (!task) return <p className="flex min-h-11 items-center text-ink-2">Nothing else is waiting for you.</p>
  return (
    <p className="min-h-11">
      <Link to={taskAddress(task)} className="button text-start">
        <span>
          Next: <TaskSentence task={task} />
        </span>
      </Link>
    </p>
  )
}
