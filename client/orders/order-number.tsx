/** Order number as a quiet line of a list's row: 'No. 7K4-M2QX'. */
export const OrderNumber = ({ number }: { number: string }) => (
  <span className="text-sm whitespace-nowrap text-ink-2">
    <span className="sr-only">Order </span>no. <span className="font-mono">{number}</span>
  </span>
)
