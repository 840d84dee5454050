import { useId, useRef, useEffect } from 'react'
import type { NavigateFunction } from 'react-router'
import type { Site } from '#contract/site.ts'
import { countOf } from '#contract/wording.ts'
import type { Option } from './options.ts'
import { useComboboxRole } from './use-box.ts'
import { useSuggestions } from './use-suggestions.ts'

interface SuggestionsProps {
  box: HTMLInputElement
  catalogue: Site['catalogue']
  navigate: NavigateFunction
}

/** Suggestions below the search box; the box keeps the focus and handles the keys. */
export function Suggestions({ box, catalogue, navigate }: SuggestionsProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const { options, active, isOpen, choose, remove, forgetAll } = useSuggestions(box, place, catalogue, navigate)
  useComboboxRole(box, id, active === null ? null : `${id}-${active}`, isOpen)
  useRoomBelow(box, place, isOpen)
  const hasRecent = options.some(({ kind }) => kind === 'recent')
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && countOf(options.length, 'suggestion')}
      </p>
      <div ref={place} hidden={!isOpen} className="suggestion-sheet">
        <div id={id} role="listbox" aria-label="Suggestions">
          {options.map((option, at) => (
            <Suggested
              key={`${option.kind} ${option.text} ${option.beside}`}
              id={`${id}-${at}`}
              option={option}
              isActive={at === active}
              onChoose={() => choose(option)}
              onRemove={() => remove(option)}
            />
          ))}
        </div>
        {hasRecent && (
          <button
            type="button"
            className="suggestion-foot"
            onClick={() => {
              forgetAll()
              box.focus()
            }}
          >
            Clear recent searches
          </button>
        )}
      </div>
    </>
  )
}

interface SuggestedProps {
  id: string
  option: Option
  isActive: boolean
  onChoose: () => void
  onRemove: () => void
}

function Suggested({ id, option: { kind, text, beside }, isActive, onChoose, onRemove }: SuggestedProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys of a combobox are its box's
    <div id={id} role="option" tabIndex={-1} aria-selected={isActive} className="suggestion" onClick={onChoose}>
      <span className="min-w-0 grow">
        <span dir="auto" className="suggestion-text">
          {text}
        </span>
        {beside !== '' && (
          <span dir="auto" className="suggestion-beside">
            <span className="sr-only">, </span>
            {beside}
            {kind === 'recent' && <span className="sr-only">. Press Delete to remove it</span>}
          </span>
        )}
      </span>
      {kind === 'recent' && (
        // For the pointer; by keyboard it is Delete, and all at once by the button below.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as said
        <span
          aria-hidden="true"
          title="Remove"
          className="suggestion-remove"
          onClick={(event) => {
            event.stopPropagation()
            onRemove()
          }}
        >
          ×
        </span>
      )}
    </div>
  )
}

/** Minimum height below the box; with less, the box moves to the top of the visible viewport. */
const LEAST_PX = 220
const MARGIN_PX = 8

/**
 * Fits the list below a box into the visual viewport, above a phone's keyboard; moves the box up where there is too
 * little room. On wide windows CSS sets the height.
 */
function useRoomBelow(box: HTMLElement, sheet: { current: HTMLElement | null }, isOpen: boolean): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!isOpen || !view) return
    const fit = () => {
      const top = () => box.getBoundingClientRect().bottom - view.offsetTop
      if (view.height - top() < LEAST_PX) box.scrollIntoView({ block: 'start' })
      sheet.current?.style.setProperty('--room', `${Math.max(view.height - top() - MARGIN_PX, LEAST_PX / 2)}px`)
    }
    fit()
    view.addEventListener('resize', fit)
    return () => view.removeEventListener('resize', fit)
  }, [box, sheet, isOpen])
}
