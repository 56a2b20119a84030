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

/** The Gemini generateContent API. */
export const gemini: Protocol = {
  speaks: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  parse(body, path) {
    const config = (body['generationConfig'] ?? {}) as Record<string, Schema | undefined>
    return {
      tools: listOf(body['tools'])
        .flatMap((tool) => listOf(tool['functionDeclarations']))
        .map((tool) => ({
          name: String(tool['name']),
          schema: (tool['parametersJsonSchema'] ?? tool['parameters'] ?? {}) as Schema,
        })),
      prompt: listOf(body['contents'])
        .filter(({ role }) => role === 'user')
        .map(({ parts }) => textOf(parts))
        .join('\n'),
      form: config['responseJsonSchema'] ?? config['responseSchema'],
      isStream: path.includes(':stream'),
    }
  },
  render(answer, ask, response) {
    const whole = contentOf(answer)
    if (ask.isStream) sendEvents(response, [whole])
    else sendJson(response, whole)
  },
}

const contentOf = ({ id, model, text, calls }: ModelReply): Body => ({
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: {
        role: 'model',
        parts: [
          ...(text === undefined ? [] : [{ text }]),
          ...calls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: call.input } })),
        ],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  modelVersion: model,
  responseId: id,
})
