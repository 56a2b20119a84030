import { plural } from './output.ts'

export const saySpooled = (count: number): string =>
  `${plural(count, 'entry is', 'entries are')} still in the spool, and ${count === 1 ? 'counts' : 'count'}.`
