/** Node's `require`: loads the module on first use, because most turns end without it. */
declare const require: (name: string) => typeof import('node:child_process')

export const childProcess = (): typeof import('node:child_process') => require('node:child_process')
