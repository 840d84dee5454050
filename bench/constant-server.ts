// Baseline of rendered pages: plain node:http that answers with recorded bytes of the shop.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { givenEnvironment } from '#server/given-environment.ts'
import { readConfig } from '#server/config.ts'
import { recordedAnswersFile, type RecordedAnswer } from './recorded-answers.ts'

const config = readConfig(givenEnvironment)
const recorded = JSON.parse(await readFile(recordedAnswersFile(config.dataDir), 'utf8')) as RecordedAnswer[]
const answers = new Map(
  recorded.map(({ page, headers, body }) => [page, { headers, body: Buffer.from(body, 'base64') }] as const),
)

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) return void response.writeHead(404).end()
  response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length }).end(answer.body)
})
server.listen(config.port, config.host)
process.on('disconnect', () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
})
