import { Client, type Connection } from 'pg'

/** Name and type of each column of a statement's answer, in order. */
export type Columns = { name: string; oid: number }[]

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** Has a session prepare a statement without running it, as pg's own cursors talk to it. */
class Description {
  readonly text: string
  readonly answer: Promise<Columns | Error>
  #settle: (answer: Columns | Error) => void = () => {}
  #found: Columns = []

  constructor(text: string) {
    this.text = text
    this.answer = new Promise((resolve) => (this.#settle = resolve))
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }
  handleRowDescription({ fields }: RowDescription): void {
    this.#found = fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID }))
  }
  handleError(error: Error): void {
    this.#settle(error)
  }
  handleReadyForQuery(): void {
    this.#settle(this.#found)
  }
}

/** Opens a session that returns the columns of statements, or why PostgreSQL can't prepare them. */
export async function openDescriber(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    describe: (text: string) => client.query(new Description(text)).answer,
    close: () => client.end(),
  }
}
