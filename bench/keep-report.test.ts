import { expect, it } from 'vitest'
import { withSection } from './keep-report.ts'

const page = '# The bench\n\nAbout it.\n\n## api\n\nOld calls.\n\n| ## | no heading |\n\n## pages\n\nOld pages.\n'

it('replaces the section of a part, and leaves the others', () => {
  expect(withSection(page, 'api', 'api\n\nNew calls.\n')).toBe(
    '# The bench\n\nAbout it.\n\n## api\n\nNew calls.\n\n## pages\n\nOld pages.\n',
  )
})

it('puts a new section at the end, and keeps a part whose name begins alike', () => {
  expect(withSection(page, 'pages-under-writes', 'pages-under-writes\n\nNew.\n')).toBe(
    `${page}\n## pages-under-writes\n\nNew.\n`,
  )
})
