import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import type { BroughtList, LookAtList } from '#contract/books/brought-lists.ts'
import type { ListColumn } from '#contract/books/lists/list-columns.ts'
import { sentenceOf } from '#contract/books/left-out.ts'
import { problemFrom } from '#client/api/problem-from.ts'
import { Field } from '#client/forms/field.tsx'
import { Form } from '#client/forms/form.tsx'
import { formOf } from '#client/forms/form-of.ts'
import type { Ruled, TypedField } from '#client/forms/typed-fields.ts'
import { useForm } from '#client/forms/use-form.ts'
import { toast } from '#client/ui/notice-store.ts'
import { atFields } from './at-fields.ts'
import { columnWords, orderedColumns } from './column-words.ts'
import type { ShownList } from './use-brought-list.ts'

type RefusedRow = LookAtList['refusedRows'][number]
type Row = Pick<RefusedRow, 'line' | 'cells'> & { reasons?: RefusedRow['reasons'] }
type RowSchema = z.ZodMiniObject<Record<ListColumn, z.ZodMiniType<string, string>>>

const shape = orderedColumns.map((column) => [column, z._default(z.string(), '')])
const rowForm: Ruled<RowSchema> = formOf(z.object(Object.fromEntries(shape) as RowSchema['_zod']['def']['shape']))

interface CorrectionProps extends Pick<ShownList, 'change'> {
  row: Row
  close: () => void
  /** Called after saving; the row may have left its table. */
  onSaved: (list: BroughtList | null) => void
}

/** Form to correct a row's cells; the file is unchanged. Remaining errors show at their fields. */
export function Correction({ row, change, close, onSaved }: CorrectionProps) {
  const { line, cells, reasons = [] } = row
  const area = useRef<HTMLDivElement>(null)
  const form = useForm(
    rowForm,
    async (typed) => {
      const changed = Object.entries(typed).filter(([column, text]) => text !== plain(cells[column as ListColumn]))
      const correction = { line, cells: Object.fromEntries(changed) }
      const list = await atFields('correction.cells.', () => change({ correction }))
      // Rows without errors have left this form, so only others show errors here.
      if (reasons.length > 0) checkCells(line, list)
      toast(`Line ${line} saved.`, 'success')
      return list
    },
    { initial: textsOf(cells), onDone: async (list) => onSaved(list) },
  )
  // Focus management: the pressed button has unmounted.
  useEffect(() => area.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const wrong = orderedColumns.filter((column) => reasons.some((reason) => reason.column === column))
  const others = orderedColumns.filter((column) => cells[column] !== undefined && !wrong.includes(column))
  const fields = (columns: readonly ListColumn[]) => (
    <div className="grid gap-4 sm:grid-cols-2">
      {columns
        .filter((column) => column !== 'id')
        .map((column) => (
          <CellField key={column} {...form.field(column)} row={row} />
        ))}
    </div>
  )
  return (
    <div ref={area} className="mt-3 max-w-measure">
      <Form form={form} submit={{ label: `Save line ${line}`, pending: 'Saving…' }} done="Saved.">
        {fields(wrong.length > 0 ? wrong : others)}
        {wrong.length > 0 && others.length > 0 && (
          <details>
            <summary className="touchable py-2.5 text-link underline">The row’s other cells</summary>
            <div className="mt-3">{fields(others)}</div>
          </details>
        )}
      </Form>
      <button type="button" className="button-quiet -ms-2.5 mt-1" onClick={close}>
        Cancel<span className="sr-only"> correcting line {line}</span>
      </button>
    </div>
  )
}

function CellField({ row: { cells, reasons }, ...field }: TypedField<ListColumn> & { row: Row }) {
  const column = field.name
  const reason = reasons?.find((one) => one.column === column)?.reason
  const isLong = column === 'description' || plain(cells[column]).includes('\n')
  return (
    <Field
      label={columnWords[column]}
      {...field}
      problem={field.problem ?? (reason && sentenceOf(reason))}
      autoComplete="off"
      {...(isLong && { rows: 3 })}
    />
  )
}

/** Normalizes line breaks as form controls do. */
const plain = (cell = '') => cell.replace(/\r\n?/g, '\n')
const textsOf = (cells: Row['cells']) =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, plain(cell)]))

function checkCells(line: number, list: BroughtList | null): void {
  const refused = list?.look?.refusedRows.find((row) => row.line === line)
  if (!refused) return
  const invalidFields = refused.reasons.flatMap(({ column, reason }) =>
    column ? [{ field: column, message: sentenceOf(reason) }] : [],
  )
  const detail = `Saved, but line ${line} can’t be listed yet.`
  throw problemFrom(422, { detail, invalidFields }, '')
}
