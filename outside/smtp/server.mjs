// Real mail server: STARTTLS with a self-signed certificate, a user name and password, and each mail in a file. Refuses
// one recipient for good, and another at the first try.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

const [port, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const answer = (responseCode, words) => Object.assign(new Error(words), { responseCode })
const seen = new Set()
let count = 0

new SMTPServer({
  authMethods: ['PLAIN', 'LOGIN'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'shop' && password === 'p@ss/word'
      ? done(null, { user: username })
      : done(answer(535, '5.7.8 Authentication failed')),
  onMailFrom: ({ address }, _session, done) =>
    done(address.endsWith('@example.org') ? null : answer(553, '5.7.1 Sender address rejected')),
  onRcptTo: ({ address }, _session, done) => {
    if (address.startsWith('nobody@')) return done(answer(550, '5.1.1 No such person here'))
    if (address.startsWith('slow@') && !seen.has(address)) {
      seen.add(address)
      return done(answer(451, '4.7.1 Greylisted, come back later'))
    }
    return done()
  },
  onData: (stream, _session, done) =>
    void text(stream).then((raw) => {
      writeFileSync(path.join(folder, `${String(count++).padStart(3, '0')}.eml`), raw)
      done(null, `2.0.0 Ok: queued as ${count}`)
    }),
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'))
