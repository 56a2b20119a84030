import { optimise } from './engine.ts'

/** Node's `require`: loads the module on first use, because most turns end without it. */
declare const require: (name: string) => typeof import('node:child_process')

let loaded: typeof import('node:child_process') | null = null

export const childProcess = (): typeof import('node:child_process') => (loaded ??= load())

/** Loads the module under V8's usual flags: Node compiled it under them, and would have to compile it again under others. */
function load(): typeof import('node:child_process') {
  const before = optimise(true)
  const childProcess = require('node:child_process')
  optimise(before)
  return childProcess
}
