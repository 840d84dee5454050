import * as z from 'zod/mini'
import type { BroughtList } from '#contract/books/brought-lists.ts'
import { Form } from '#client/forms/form.tsx'
import { RadioField } from '#client/forms/radio-field.tsx'
import { SelectField } from '#client/forms/select-field.tsx'
import { formOf } from '#client/forms/form-of.ts'
import { useForm } from '#client/forms/use-form.ts'
import type { ShownList } from './use-brought-list.ts'

const form = formOf(z.object({ encoding: z._default(z.string(), '') }))
const CHOOSE = 'Choose the titles that are right'
const choosing = formOf(z.object({ encoding: z.string(CHOOSE).check(z.minLength(1, CHOOSE)) }))

type Reading = NonNullable<BroughtList['problem']>['readings'][number]

/** Encodings offered, with their labels. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western (Windows-1252)',
  macintosh: 'Western (older Macs)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  'utf-16le': 'Unicode (UTF-16)',
}
const nameOf = (encoding: string) => ENCODINGS[encoding] ?? encoding

/** Choice of the file's encoding, where it can't be detected: the seller recognizes the titles. */
export function EncodingChoice({ list, change }: ShownList) {
  const { look, problem, encoding } = list
  const titles = look?.encoding.titles ?? []
  const readings = problem?.readings ?? []
  const question =
    titles.length > 0 ? 'Are these letters right?' : readings.length > 0 ? 'None of these?' : 'Letters look wrong?'
  return (
    <>
      {readings.length > 0 && <Readings readings={readings} change={change} />}
      <details open={titles.length > 0 || (problem !== null && encoding !== '')}>
        <summary className="touchable py-2.5 text-link underline">{question}</summary>
        {titles.length > 0 && <Titles titles={titles} />}
        <p className="mt-2 mb-3 max-w-measure text-sm text-ink-2">
          {look && `We read the file as ${nameOf(look.encoding.name)}${sureness(list)} `}
          If letters look wrong, try another encoding, or save the file as UTF-8 where you made it and bring it again.
        </p>
        <OtherEncoding list={list} change={change} />
      </details>
    </>
  )
}

const sureness = ({ encoding, look }: BroughtList) =>
  encoding ? ', as you chose.' : look?.encoding.isGuess ? ', which is a guess.' : '.'

const Titles = ({ titles }: { titles: readonly string[] }) => (
  <ul className="mt-2 list-disc ps-5">
    {titles.map((title) => (
      <li key={title} className="wrap-anywhere">
        <bdi>{title}</bdi>
      </li>
    ))}
  </ul>
)

function OtherEncoding({ list, change }: ShownList) {
  const initial = { encoding: list.encoding }
  const choice = useForm(form, ({ encoding }) => change({ encoding }), { initial })
  return (
    <Form form={choice} submit={{ label: 'Read it again', pending: 'Reading…' }} className="max-w-md" done="Done.">
      <SelectField
        label="Letters"
        none="Detect from the file"
        options={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
        {...choice.field('encoding')}
      />
    </Form>
  )
}

/** Sample titles in each plausible encoding. */
function Readings({ readings, change }: Pick<ShownList, 'change'> & { readings: readonly Reading[] }) {
  const choice = useForm(choosing, ({ encoding }) => change({ encoding }))
  return (
    <Form form={choice} submit={{ label: 'Read it like this', pending: 'Reading…' }} className="max-w-measure">
      <RadioField
        label="In which of these are the titles right?"
        options={readings.map(({ encoding, titles }) => ({
          value: encoding,
          label: titles.join(' · '),
          hint: nameOf(encoding),
        }))}
        cannotClear
        {...choice.field('encoding')}
      />
    </Form>
  )
}
