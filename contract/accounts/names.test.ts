import { expect, test } from 'vitest'
import { personsName, usableName } from './names.ts'

const read = (name: string, club = 'Dogear') => personsName(club).safeParse(name)

test.each([
  'O’Neill',
  "Sinéad O'Connor",
  'Nguyễn Văn A',
  'Søren',
  'José María',
  'Владимир',
  'Ахмед-хан Магомедов',
  '王小明',
  '田中 太郎',
  '김철수',
  'محمد',
  'محمد\u200Cرضا',
  'מרים',
  'נֹעַם',
  'Σωκράτης',
  'Արամ',
  'გიორგი',
  'नरेन्द्र मोदी',
  'ශ්\u200Dරී',
  'தமிழ்ச்செல்வி',
  'ปูเป้',
  'བཀྲ་ཤིས',
  'Jean-Luc',
  'Dr. Admiraal',
  'Adminova',
  'Natalia Supportova',
  'Moderata Fonte',
  'J. R. R. Tolkien',
  'J.R.R.Tolkien',
  'St.John Smythe',
  'Ravi Kumar, B.Com',
  'İbrahim Yıldız',
  'Łukasz Ó Súilleabháin',
  'Müller (Oma)',
  'Anna & Ben',
  'Q太郎',
  'Reader 1984',
  'Team Kassel',
  'Book Club Kassel',
  'Stafford Teamer',
  'X Æ A-12',
  'Kɔfi Ŋgũgĩ',
  '🙂 Kim',
  '',
])('%s is somebody’s name', (name) => expect(read(name)).toMatchObject({ success: true, data: name }))

test.each([
  'Dogear',
  'The Dogear Team',
  'Dogear Admin',
  'DogearSupport',
  'dogearteam',
  'D o g e a r',
  'Dógear',
  'Dоgear',
  'DOGEAR!',
  'The club',
  'Club',
  'Staff',
  'Admin',
  'ADMIN',
  'admin42',
  '4dm1n',
  'A.d.m.i.n',
  'ᴀᴅᴍɪɴ',
  '𝐀𝐝𝐦𝐢𝐧',
  'Ádmïn',
  'Ad\u00ADmin',
  'Администратор',
  'Anna (moderator)',
  'Customer Service',
  'Verified ✓',
  'Anna ✔',
  'Official Seller',
  'Member 4F2A',
  'Member #4f2a',
  'Member ４f2a',
  'Ðøgear',
  'Closed account',
])('%s is nobody’s: it passes for the club’s', (name) =>
  expect(read(name).error?.issues[0]?.message).toMatch(/looks like the club’s own name|one alphabet/),
)

test.each(['Оttilie Brandt', 'Ottilie Вrandt', 'Αnna', 'Sοren'])('%s is of several alphabets in one word', (name) =>
  expect(read(name).error?.issues[0]?.message).toContain('one alphabet'),
)

test.each([
  'call +1 555 0100',
  'me@gmail.example',
  'Anna @anna',
  'anna.example.com',
  'https://evil.example',
  '5550142 Anna',
])('%s is a way out of the club', (name) =>
  expect(read(name).error?.issues[0]?.message).toContain('Please leave out web addresses'),
)

test('accents are not piled up on a letter, and invisible characters are dropped', () => {
  expect(read(`A${'\u0301'.repeat(60)}nna`).error?.issues[0]?.message).toContain('fewer accents')
  for (const unseen of ['\u200B', '\u2060', '\u00AD', '\u200E', '\u{E0041}', '\u200D', '\u3164', '\u2800', '\uFE0F'])
    expect(read(`Otti${unseen}lie${unseen} Brandt${unseen}`).data).toBe('Ottilie Brandt')
  expect(read('\u3164\u200B').data).toBe('')
})

test('a club of several words is named by all of them', () => {
  expect(read('Ann', 'Ann Arbor Books').success).toBe(true)
  expect(read('Ann Arbor Books Help', 'Ann Arbor Books').success).toBe(false)
  expect(read('AnnArborBooks', 'Ann Arbor Books').success).toBe(false)
})

test('a provider’s name that pretends is none', () => {
  expect(usableName('Dogear Support', 'Dogear')).toBe('')
  expect(usableName('Ida\u200B Holm', 'Dogear')).toBe('Ida Holm')
})
