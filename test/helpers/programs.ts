import { join, resolve } from 'node:path'

/** Programs that tests start hundreds of times. `build.ts` bundles them so that they start fast. */
export const PROGRAMS = {
  append: 'test/helpers/append.mjs',
  'append-forever': 'test/helpers/append-forever.mjs',
  'hook-like': 'test/helpers/hook-like.ts',
  'work-forever': 'test/helpers/work-forever.mjs',
  'work-wide': 'test/helpers/work-wide.mjs',
  'learn-once': 'test/helpers/learn-once.ts',
  'lock-taker': 'test/helpers/lock-taker.ts',
  'run-controller': 'test/helpers/run-controller.ts',
  upkeep: 'test/helpers/upkeep.ts',
  'write-busily': 'test/helpers/write-busily.mjs',
}

export const BUNDLES: string = resolve('node_modules/.cache/bailiff-programs')

export const program = (name: keyof typeof PROGRAMS): string => join(BUNDLES, `${name}.mjs`)
