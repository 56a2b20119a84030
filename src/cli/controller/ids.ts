import type { Args } from '../command.ts'

const SHOWN_DIGITS = 12

/** The start of a plan's id or a key: enough to recognise it. Commands get the whole id. */
export const shortId = (id: string): string => {
  const digits = id.startsWith('plan-') ? 'plan-'.length + SHOWN_DIGITS : SHOWN_DIGITS
  return id.length <= digits ? id : `${id.slice(0, digits)}…`
}

/** A word of a command line, quoted where a shell needs it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** `--home <dir>` for a command that people copy, if this command line named one. */
export const homeOption = (args: Args): string => {
  const given = args.get('home')
  return given === undefined ? '' : ` --home ${shellWord(given)}`
}
