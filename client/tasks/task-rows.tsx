import { Link } from 'react-router'
import { MOST_COUNTED, MOST_TASKS, type Dashboard, type Task } from '#contract/dashboard.ts'
import { menuEntries } from '#contract/screens.ts'
import { formatMoney } from '#contract/wording.ts'
import { Cover } from '#client/books/cover.tsx'
import { AccountPhoto } from '#client/session/account-photo.tsx'
import { screenOfTask } from '#client/session/task-counts.ts'
import { untilWords } from '#client/ui/facts/until-words.ts'
import { zonedTime } from '#client/ui/facts/times.ts'
import { taskAddress, TaskSentence, taskWords } from './task-words.tsx'

interface TaskRowsProps {
  dashboard: Pick<Dashboard, 'rows' | 'tasks'>
  /** Most rows; the rest is counted below them. */
  most?: number
}

/** What waits: each a row with cover, sentence, deadline and one button, the first in red. */
export function TaskRows({ dashboard: { rows: all, tasks }, most = MOST_TASKS }: TaskRowsProps) {
  const rows = all.slice(0, most)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="small-heading border-b-2 border-ink pb-1 font-sans">
        Waiting for you
      </h2>
      <ul>
        {rows.map((task, place) => (
          <li key={`${task.kind} ${task.id}`} className="task-row">
            <TaskRow task={task} isFirst={place === 0} />
          </li>
        ))}
      </ul>
      <More rows={rows} tasks={tasks} />
    </section>
  )
}

function TaskRow({ task, isFirst }: { task: Task; isFirst: boolean }) {
  const { until, amount, kind } = task
  return (
    <>
      <Sign task={task} />
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-44">
          <p className="line-clamp-3 leading-snug wrap-anywhere">
            <TaskSentence task={task} />
          </p>
          <p className="text-sm text-ink-2 empty:hidden">
            {kind === 'pay' && amount && formatMoney(amount)}
            {kind === 'pay' && amount && until && ' · '}
            {until && (
              <time dateTime={until.toISOString()} title={zonedTime(until)}>
                {untilWords(until)}
              </time>
            )}
          </p>
        </div>
        <Link to={taskAddress(task)} className={isFirst ? 'button' : 'button-outline'}>
          {task.count > 1 ? 'See all' : taskWords[kind].button}
          <span className="sr-only">
            : <TaskSentence task={task} />
          </span>
        </Link>
      </div>
    </>
  )
}

/** Cover of the book, or initials of the person; of several tasks their number. */
function Sign({ task: { book, person, count } }: { task: Task }) {
  if (count > 1)
    return (
      <p aria-hidden="true" className="task-number">
        {count < MOST_COUNTED ? count : `${MOST_COUNTED - 1}+`}
      </p>
    )
  if (!book) return <AccountPhoto account={{ name: person ?? '', email: '', photoUrl: null }} className="size-12" />
  return (
    <div className="cover-shadow">
      <Cover book={book} sizes="3rem" />
    </div>
  )
}

/** Links to the screens that have more than the rows show. */
function More({ rows, tasks }: Pick<Dashboard, 'rows' | 'tasks'>) {
  const more = new Map<string, number>()
  const add = (screen: string, count: number) => more.set(screen, (more.get(screen) ?? 0) + count)
  for (const { kind, count } of tasks) add(screenOfTask[kind], count)
  for (const { kind, count } of rows) add(screenOfTask[kind], -count)
  const labels = new Map(menuEntries('dashboard').map(({ to, label }) => [to, label]))
  return [...more]
    .filter(([, count]) => count > 0)
    .map(([screen]) => (
      <p key={screen} className="pt-3">
        <Link to={screen} className="inline-flex min-h-11 items-center">
          More in {labels.get(screen)}
        </Link>
      </p>
    ))
}
