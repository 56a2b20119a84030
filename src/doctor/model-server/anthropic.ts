import {
  type Body,
  listOf,
  type ModelReply,
  type Protocol,
  type Schema,
  sendEvents,
  sendJson,
  textOf,
} from './protocol.ts'

/** The Anthropic Messages API. */
export const anthropic: Protocol = {
  speaks: (path) => path === '/v1/messages',
  parse: (body) => ({
    tools: listOf(body['tools']).map((tool) => ({
      name: String(tool['name']),
      schema: (tool['input_schema'] ?? {}) as Schema,
    })),
    // Only the first message: later ones include what subagents said.
    prompt: textOf(listOf(body['messages']).find(({ role }) => role === 'user')?.['content']),
    form: formOf(body),
    isStream: body['stream'] === true,
  }),
  render(answer, ask, response) {
    const message = messageOf(answer)
    if (ask.isStream) sendEvents(response, eventsOf(message))
    else sendJson(response, message)
  },
}

const formOf = (body: Body): Schema | undefined =>
  (body['output_config'] as { format?: { schema?: Schema } } | undefined)?.format?.schema

function messageOf({ id, model, text, calls }: ModelReply) {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.input })),
    ] as Body[],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

function eventsOf(message: ReturnType<typeof messageOf>): Body[] {
  const { stop_reason, stop_sequence, usage, content } = message
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap(blockEvents),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage.output_tokens } },
    { type: 'message_stop' },
  ]
}

function blockEvents(block: Body, index: number): Body[] {
  const [empty, delta] =
    block['type'] === 'text'
      ? [{ text: '' }, { type: 'text_delta', text: block['text'] }]
      : [{ input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }]
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ]
}
