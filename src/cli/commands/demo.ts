import { type Command, EXIT } from '../command.ts'
export const demo: Command = { name: 'demo', summary: '', usage: '', example: '', options: {}, async run() { return EXIT.fine } }
