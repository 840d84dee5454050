import { useState } from 'react'
import { CONDITIONS } from '#contract/books/conditions.ts'
import type { ManyFilter, SearchRequest } from '#contract/search/search-request.ts'
import type { SearchSummary, ValueCount } from '#contract/search/search-calls.ts'
import { countOf } from '#contract/wording.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { countWords, filterWords, valueWords } from './filter-words.ts'
import { FindField } from './find-field.tsx'

/** Values shown before the rest, which open at a press. */
const MOST_FIRST = 8
/** Fewest values for which a list is cut; fewer are shown at once. */
const FEWEST_CUT = MOST_FIRST + 3

interface ChoicesProps {
  name: ManyFilter
  request: SearchRequest
  summary: SearchSummary
}

/** Values of a filter as checkboxes: most books first; of a long list the rest opens below, with a field to find one. */
export function Choices({ name, request, summary }: ChoicesProps) {
  const found = summary.values[name]
  const chosen = request[name]
  const values = name === 'condition' ? byCondition(found) : chosenFirst(found, chosen)
  if (values.length === 0) return null
  const isLong = values.length >= FEWEST_CUT
  const most = isLong ? Math.max(MOST_FIRST, chosen.length) : values.length
  const choice = ({ value, count }: ValueCount) => ({
    name,
    value,
    words: valueWords(name, value),
    count: countWords(count, summary.about.includes(name)),
    isChosen: chosen.includes(value),
  })
  return (
    <fieldset>
      <legend className="font-semibold">{filterWords(name)}</legend>
      {values.slice(0, most).map((one) => (
        <Choice key={one.value} {...choice(one)} />
      ))}
      {isLong && <MoreChoices name={name} choices={values.slice(most).map(choice)} />}
    </fieldset>
  )
}

/** Best condition first, whatever the counts. */
const byCondition = (values: readonly ValueCount[]) =>
  CONDITIONS.flatMap((condition) => values.filter(({ value }) => value === condition))

const chosenFirst = (values: readonly ValueCount[], chosen: readonly string[]) => [
  ...values.filter(({ value }) => chosen.includes(value)),
  ...values.filter(({ value }) => !chosen.includes(value)),
]

/** The rest of a long list, by name, which works without scripts; with them, a field filters it. */
function MoreChoices({ name, choices }: { name: ManyFilter; choices: readonly ChoiceProps[] }) {
  const [text, setText] = useState('')
  const isHydrated = useHydrated()
  const one = filterWords(name).toLowerCase()
  const many = name === 'category' ? 'categories' : `${one}s`
  const isFound = ({ words }: ChoiceProps) => comparable(words).includes(comparable(text))
  const found = choices.filter(isFound).length
  return (
    <details>
      <summary className="touchable inline-block cursor-pointer py-1 text-sm underline">
        {countOf(choices.length, `more ${one}`, `more ${many}`)}
      </summary>
      {isHydrated && (
        <FindField
          label={`Find a ${one}`}
          value={text}
          onValue={setText}
          status={text === '' ? '' : countOf(found, one, many)}
        />
      )}
      {choices
        .toSorted((a, b) => a.words.localeCompare(b.words, 'en'))
        .map((choice) => (
          <Choice key={choice.value} {...choice} isHidden={!isFound(choice)} />
        ))}
    </details>
  )
}

/** Text without case and accents. */
const comparable = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()

interface ChoiceProps {
  name: string
  value: string
  words: string
  /** '' for none. */
  count: string
  isChosen: boolean
  isHidden?: boolean
}

export function Choice({ name, value, words, count, isChosen, isHidden = false }: ChoiceProps) {
  return (
    <label hidden={isHidden} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} className="size-5 shrink-0" />
      <span className="grow">{words}</span>
      {count !== '' && (
        <span className="text-sm text-ink-2 tabular-nums">
          {count}
          <span className="sr-only"> {count === '1' ? 'book' : 'books'}</span>
        </span>
      )}
    </label>
  )
}
