import { readFileSync } from 'node:fs'

/** The version in the package this file was installed with. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
