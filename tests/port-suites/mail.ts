import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mail, MailPort } from '#server/ports/mail.ts'

/** What arrived at the other end, as its reader sees it. */
export interface MailUnderTest {
  mail: MailPort
  /** Newest first: whom it was delivered to, and what they read. */
  delivered(): Promise<{ recipients: string[]; to: Mail['to']; subject: string; text: string; html: string }[]>
  close(): Promise<void>
}

const aMail = (given: Partial<Mail> = {}): Mail => ({
  to: { name: 'Ann Reader', address: 'ann@example.org' },
  subject: 'Your book was bought',
  text: 'Hello Ann,\n\nit is on its way.\n',
  html: '<p>Hello Ann,</p>\n<p>it is on its way.</p>\n',
  ...given,
})

/** Suite of the mail port. */
export function mailSuite(name: string, start: () => Promise<MailUnderTest>): void {
  describe(`mail: ${name}`, () => {
    let post: MailUnderTest
    beforeAll(async () => {
      post = await start()
    })
    afterAll(() => post.close())

    test('a mail arrives as it was written', async () => {
      const sent = aMail({
        text: 'Hello Ann,\n\nit is on its way.\n.\nA lone dot must not end it.\n',
        html: '<p>Hello Ann,</p>\n.\n<p>it is on its way.</p>\n',
      })
      await post.mail.send(sent)
      expect((await post.delivered())[0]).toEqual({ ...sent, recipients: [sent.to.address] })
    })

    test('any script, and lines longer than a mail line', async () => {
      const sent = aMail({
        to: { name: 'Zoë Müller „Leserin“ 読者', address: 'zoe@example.org' },
        subject: 'Grüße — 本 📚',
        text: `${'Wörter und 言葉, '.repeat(120)}\n\nhttps://shop.example/verify-email?token=${'a1.B2-'.repeat(60)}\n`,
        html: `<p>${'Wörter und 言葉, '.repeat(120)}</p>\n`,
      })
      await post.mail.send(sent)
      expect((await post.delivered())[0]).toEqual({ ...sent, recipients: [sent.to.address] })
    })

    test('line breaks in a name or a subject add neither a recipient nor a header', async () => {
      const sent = aMail({
        to: { name: 'Ann\r\nBcc: thief@example.org\r\n', address: 'ann@example.org' },
        subject: 'Hello\r\nBcc: thief@example.org\r\n\r\nA body of my own',
      })
      await post.mail.send(sent)
      const [arrived] = await post.delivered()
      expect(arrived?.recipients).toEqual(['ann@example.org'])
      expect(arrived?.text).toBe(sent.text)
    })

    test.each([
      'ann@example.org\r\nBcc: thief@example.org',
      'ann@example.org, thief@example.org',
      'ann@example.org>\r\nRCPT TO:<thief@example.org',
    ])('an address that hides a second one reaches nobody: %j', async (address) => {
      const before = (await post.delivered()).length
      await expect(post.mail.send(aMail({ to: { name: '', address } }))).rejects.toThrow('not one mail address')
      expect((await post.delivered()).length).toBe(before)
    })

    test('many at once all arrive', async () => {
      const before = (await post.delivered()).length
      await Promise.all(Array.from({ length: 20 }, (_, turn) => post.mail.send(aMail({ subject: `Mail ${turn}` }))))
      expect((await post.delivered()).length).toBe(before + 20)
    })
  })
}
