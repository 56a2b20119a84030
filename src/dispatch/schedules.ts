import type { Invocation } from '../shell/run.ts'
import { inDirectory, known, type Piece, prefixOf, textOf, type Value } from '../shell/value.ts'

/** Programs that run the commands in their input later. */
export const LATER = /^(?:at|batch|crontab)$/

/** The lines of an `at` job or a crontab: whole, and without the time, and without the user of a system's crontab. */
export const scheduleLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const words = line.split(/\s+/)
      const time = line.startsWith('@') ? 1 : 5
      return [line, words.slice(time).join(' '), words.slice(time + 1).join(' ')]
    })

/** The known text of a job: the rest of it, such as the present crontab, may be unknown. */
export const jobText = (input: Value): string => input.map(jobPiece).join('')

function jobPiece(piece: Piece): string {
  if (piece.kind === 'text' || piece.kind === 'glob') return piece.text
  return piece.kind === 'home' ? '~' : piece.kind === 'start' ? '.' : ''
}

/** The files whose commands a program schedules: a crontab, a job, a unit, an agent of launchd. */
export function scheduledFiles({ name, args, texts, redirections, input }: Invocation): Value[] {
  const piped = (input ?? []).flatMap((piece) => (piece.kind === 'content' ? [piece.path] : []))
  const given = [...redirections.filter(({ operator }) => operator === '<').map(({ target }) => target), ...piped]
  const operands = args.filter((arg, i) => !/^-/.test(prefixOf(arg)) && texts[i - 1] !== '-u' && texts[i - 1] !== '-f')
  switch (name) {
    case 'crontab':
      return [...operands, ...given]
    case 'at':
    case 'batch':
      return [...args.filter((_, i) => texts[i - 1] === '-f'), ...given]
    case 'systemctl':
      return texts.some((text) => STARTING_UNIT.test(text)) ? operands.flatMap(unitFiles) : []
    case 'launchctl':
      return operands.slice(1)
    default:
      return []
  }
}

const STARTING_UNIT = /^(?:enable|reenable|start|restart|link)$/

/** The file of a unit: itself if it is a path, otherwise in the person's folder of units. */
function unitFiles(unit: Value): Value[] {
  const text = textOf(unit) ?? '/'
  if (text.includes('/')) return [unit]
  const folder: Value = [{ kind: 'home', user: '' }, ...known('/.config/systemd/user')]
  const names = /\.\w+$/.test(text) ? [text, text.replace(/\.timer$/, '.service')] : [`${text}.service`]
  return names.map((name) => inDirectory(folder, known(name)))
}

const CRON = /(?:^|\/)(?:etc\/cron[^/]*(?:\/[^/]+)?|spool\/cron\/.+)$/
const UNIT = /\.(?:service|timer|socket|path)$/
const AGENT = /(?:^|\/)Launch(?:Agents|Daemons)\/[^/]+\.plist$/

/** The commands in a file that the system runs by itself; null for other files. */
export function commandsIn(path: string, text: string): string[] | null {
  if (CRON.test(path)) return scheduleLines(text)
  if (UNIT.test(path)) return [...text.matchAll(/^Exec\w*\s*=\s*[-@:+!]*(.+)$/gm)].map(([, command = '']) => command)
  if (!AGENT.test(path)) return null
  const words = [...text.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word = '']) => word)
  return [...words, words.join(' ')]
}
