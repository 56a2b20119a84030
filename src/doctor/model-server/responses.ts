import {
  type Body,
  listOf,
  type ModelReply,
  type Protocol,
  type Schema,
  sendEvents,
  sendJson,
  type Tool,
  type ToolCall,
  textOf,
} from './protocol.ts'

/** The OpenAI Responses API. */
export const responses: Protocol = {
  speaks: (path) => path.endsWith('/responses'),
  parse(body) {
    const input = listOf(body['input'])
    // Models that write code get their tools in the conversation.
    const added = input.filter(({ type }) => type === 'additional_tools').flatMap(({ tools }) => listOf(tools))
    return {
      tools: [...listOf(body['tools']), ...added].flatMap((tool) => toolsOf(tool)),
      prompt: input
        .filter(({ role }) => role === 'user')
        .map(({ content }) => textOf(content))
        .join('\n'),
      form: (body['text'] as { format?: { schema?: Schema } } | undefined)?.format?.schema,
      isStream: body['stream'] === true,
    }
  },
  render(answer, ask, response) {
    const whole = responseOf(answer, ask.tools)
    if (ask.isStream) sendEvents(response, eventsOf(whole))
    else sendJson(response, whole)
  },
}

function toolsOf(tool: Body, namespace?: string): Tool[] {
  const name = String(tool['name'] ?? tool['type'])
  if (tool['type'] === 'namespace') return listOf(tool['tools']).flatMap((inner) => toolsOf(inner, name))
  const schema = (tool['parameters'] ?? {}) as Schema
  return [{ name, schema, ...(namespace && { namespace }), takesText: tool['type'] === 'custom' }]
}

function responseOf({ id, model, text, calls }: ModelReply, tools: readonly Tool[]) {
  return {
    id: `resp_${id}`,
    object: 'response',
    model,
    status: 'completed',
    output: [
      ...(text === undefined ? [] : [messageItem(id, text)]),
      ...calls.map((call) => callItem(call, tools)),
    ] as Body[],
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 120,
    },
  }
}

const messageItem = (id: string, text: string): Body => ({
  type: 'message',
  id: `msg_${id}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

function callItem({ id, name, namespace, input }: ToolCall, tools: readonly Tool[]): Body {
  const common = { id: `item_${id}`, call_id: id, name, ...(namespace && { namespace }), status: 'completed' }
  return tools.find((tool) => tool.name === name)?.takesText
    ? { ...common, type: 'custom_tool_call', input }
    : { ...common, type: 'function_call', arguments: JSON.stringify(input) }
}

/** The program acts on whole items, so pieces of them need not be streamed. */
function eventsOf(response: ReturnType<typeof responseOf>): Body[] {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  return [
    { type: 'response.created', response: begun },
    ...response.output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response },
  ]
}
