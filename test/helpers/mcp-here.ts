import { PassThrough } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { type Ran, runCli } from './cli.ts'

/** Connects a client to `bailiff mcp` in this process, for tests of its answers. What it starts are processes. */
export class McpHere implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  readonly #argv: readonly string[]
  readonly #at: { env: NodeJS.ProcessEnv; cwd: string }
  readonly #input = new PassThrough()
  #ended: Promise<Ran> | undefined

  constructor(argv: readonly string[], at: { env: NodeJS.ProcessEnv; cwd: string }) {
    this.#argv = argv
    this.#at = at
  }

  async start(): Promise<void> {
    const write = async (line: string): Promise<void> => this.onmessage?.(JSON.parse(line))
    const { env, cwd } = this.#at
    this.#ended = runCli(['mcp', ...this.#argv], env, { cwd, talk: { input: this.#input, write } })
    this.#ended.finally(() => this.onclose?.())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#input.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    this.#input.end()
    await this.#ended
  }
}
