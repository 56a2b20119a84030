import { describe, expect, it } from 'vitest'
import { promptFor } from './prompt.ts'

const sent = (message: string): string => JSON.stringify(promptFor(message)[1])

describe('the question to a model', () => {
  it('contains the message as it is', () => {
    expect(promptFor('All green. ✅\n- "one"')[1]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'All green. ✅\n- "one"' }],
    })
  })

  it.each([
    'The login is password=hunter2hunter2 for now.',
    'Password: `hunter2hunter2`',
    '**API key**: x, `api_key`: "hunter2 hunter2"',
    "DB_PASSWORD='hunter2 hunter2'",
    'the token = hunter2hunter2',
    'postgres://app:hunter2@db/shop',
    `ghp_${'hunter2'.repeat(6)}`,
  ])('contains no secret: %s', (message) => {
    expect(sent(message)).not.toContain('hunter2')
  })

  it('is made quickly of hostile text', () => {
    expect(sent('password'.repeat(8_000))).toContain('passwordpassword')
    expect(sent('token = '.repeat(8_000))).toContain('[redacted]')
  })
})
