import { z } from 'zod'
import { strict } from './fields.ts'

/** The `claims.model` section: a model that reads final messages besides the rules. */

/** A longer wait would take too much of the time that a stop has for checks. */
const MAX_SECONDS = 30

/** An address that may be recorded: it contains no password. */
const url = z
  .string()
  .max(500)
  .refine(
    (text) => /^https?:$/.test(parsed(text)?.protocol ?? ''),
    'write a full URL with http:// or https://, such as http://127.0.0.1:11434/v1.',
  )
  .refine(
    (text) => `${parsed(text)?.username ?? ''}${parsed(text)?.password ?? ''}` === '',
    'a URL must not contain a user name or password. Use key: {env: NAME}.',
  )

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

const variable = z
  .string()
  .regex(
    /^[A-Za-z_]\w{0,99}$/,
    'write the name of an environment variable, such as OPENAI_API_KEY. The key itself does not belong in a policy.',
  )

export const modelReader = strict({
  name: z.string().min(1).max(200).describe('the name of the model, as the endpoint knows it'),
  url: url.describe('the endpoint, which must speak the protocol of OpenAI'),
  key: strict({ env: variable })
    .describe('{env: NAME}: the environment variable that holds the API key')
    .exactOptional(),
  seconds: z
    .int()
    .min(1)
    .max(MAX_SECONDS)
    .describe('time limit; after it, the message is judged without a model')
    .default(8),
}).describe('off by default; a model that may add claims and gaps to those that the rules read, never remove one')

export type ModelSource = z.output<typeof modelReader>
