import { expect, test } from 'vitest'
import { Refusal } from '#contract/problems.ts'
import { uploadLimiter } from './upload-limiter.ts'

const unended = () => new Promise<never>(() => {})
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error)

test('an account has four uploads under way at most, and room again once one is done', async () => {
  const letIn = uploadLimiter({ ofOneAccount: 4, ofAll: 16, words: 'Please try again.' })
  for (let count = 0; count < 3; count += 1) void letIn('ann', unended)
  let finish = () => {}
  const fourth = letIn('ann', () => new Promise<void>((resolve) => (finish = resolve)))
  await expect(letIn('ann', unended).catch(codeOf)).resolves.toBe('too_many_requests')
  await expect(letIn('bob', async () => 'through')).resolves.toBe('through')
  finish()
  await fourth
  await expect(letIn('ann', async () => 'through')).resolves.toBe('through')
})

test('all together have sixteen, and a failed one makes room as well', async () => {
  const letIn = uploadLimiter({ ofOneAccount: 4, ofAll: 16, words: 'Please try again.' })
  for (let count = 0; count < 15; count += 1) void letIn(`account-${count}`, unended)
  await expect(letIn('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  void letIn('ann', unended)
  await expect(letIn('bob', unended).catch(codeOf)).resolves.toBe('too_many_requests')
})
