/** Of Node, loaded only where it is needed: most turns end without. */
declare const require: (name: string) => typeof import('node:child_process')

export const childProcess = (): typeof import('node:child_process') => require('node:child_process')
