import { plural } from './output.ts'

export const saySpooled = (count: number): string =>
  `${plural(count, 'entry', 'entries')} included from the spool, not chained yet.`
