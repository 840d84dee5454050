import { PICTURE_TYPES } from './picture-check.ts'

type FileButtonProps = { words: string; onFiles: (files: File[]) => void; className?: string } & Omit<
  React.ComponentProps<'input'>,
  'type' | 'onChange' | 'className'
>

/**
 * File input stretched over a styled button, so that keys, presses and drops work natively. Its name comes from a label
 * or `aria-label`.
 */
export function FileButton({
  words,
  onFiles,
  className = '',
  accept = PICTURE_TYPES.join(','),
  ...input
}: FileButtonProps) {
  return (
    <span
      className={`relative flex items-center justify-center border-2 border-dashed border-edge bg-card px-3 text-center font-semibold text-link hover:bg-sunk has-aria-invalid:border-stamp has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link ${className}`}
    >
      <span aria-hidden="true">{words}</span>
      <input
        {...input}
        type="file"
        accept={accept}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Cleared, so that the same file can be chosen again after its removal.
          currentTarget.value = ''
        }}
      />
    </span>
  )
}
