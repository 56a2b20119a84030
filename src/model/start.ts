import { text } from 'node:stream/consumers'
import { askModel } from './ask.ts'

/** The program that asks a model for the stop hook. It reads one JSON object, and prints the reply as another. */
async function main(): Promise<void> {
  const { model, prompt } = JSON.parse(await text(process.stdin))
  process.stdout.write(JSON.stringify(await askModel(model, prompt, process.env)))
}

void main()
