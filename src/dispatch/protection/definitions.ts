import { pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import { fileKey } from '../../shell/wrappers.ts'
import type { Attempt } from '../attempt.ts'
import { resultsOf } from '../edits.ts'
import { atHome, saidOf } from '../words.ts'
import type { FileText } from './harmless.ts'
import type { HostFacts } from './host-facts.ts'
import { isWithin, type Protection, type ProtectionFinding } from './place.ts'
import { endsTurns } from './settings.ts'

/** Enough for any frontmatter; the rest of a definition is a prompt. */
const MAX_HEAD = 64 << 10
const HEAD = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\n---[ \t]*(?:\r?\n|$)/
const HOOKS = /^["']?hooks["']?[ \t]*:/
/** A key of the frontmatter itself. Lists may stand at its level. */
const TOP_LEVEL = /^[^\s#}\]-]/

/** The lines about hooks in the frontmatter of an agent, a skill or a command; empty if it has none. */
export function hookLines(text: string): string {
  const [, head = ''] = HEAD.exec(text.slice(0, MAX_HEAD)) ?? []
  const lines = head.split(/\r?\n/)
  const from = lines.findIndex((line) => HOOKS.test(line))
  if (from < 0) return ''
  const rest = lines.slice(from + 1)
  const to = rest.findIndex((line) => TOP_LEVEL.test(line))
  return [lines[from], ...(to < 0 ? rest : rest.slice(0, to))].join('\n')
}

/** An event, or a command: quoted, in a block below its key, or plain. */
const PARTS =
  /(?:^|[\s{,])["']?([A-Z][A-Za-z]+)["']?\s*:(?=\s|$|[[{])|\bcommand["']?[ \t]*:[ \t]*(?:"((?:\\.|[^"\\])*)"|'((?:''|[^'])*)'|[|>][-+\d]*[ \t]*\n((?:[ \t]+[^\n]*(?:\n|$))*?)(?=[ \t]*-?[ \t]*[\w"']+:|$(?![\s\S]))|([^\n]*))/gm

/** The commands of hooks on stops in the frontmatter of a definition. */
export function definedStops(text: string, { stopEvents, ours }: HostFacts): string[] {
  let isStop = false
  return [...hookLines(text).matchAll(PARTS)].flatMap(([, event, ...values]) => {
    if (event !== undefined) isStop = event.endsWith('Stop') || stopEvents.includes(event)
    const command = values
      .find((value) => value !== undefined)
      ?.trim()
      .slice(0, MAX_COMMAND)
    return isStop && command !== undefined && command !== '' && !ours.test(command) ? [command] : []
  })
}

const MAX_COMMAND = 500

/** True for a file in which a host finds the definition of an agent, a skill or a command. */
function isDefinition(path: string, { world: { home, start }, hosts: { definitions } }: Protection): boolean {
  const folder = definitions.find((name) => path.includes(`/${name}/`))
  if (folder === undefined || !/\.md$/i.test(path)) return false
  const root = path.slice(0, path.indexOf(`/${folder}/`))
  return root === home || (start !== null && (isWithin(start, root) || isWithin(root, start)))
}

/** Returns the finding about a definition that gets a hook which visibly ends turns, or null. */
export function definitionFinding(
  { files, runs }: Pick<Attempt, 'files' | 'runs'>,
  protection: Protection,
  read: (path: string) => FileText,
): ProtectionFinding | null {
  const changed = files.filter(({ path, change }) => change !== null && MARKDOWN.test(path))
  const edited = changed.flatMap(({ path, change }) =>
    definitionsNamed(atHome(known(path)), HERE, protection).flatMap((name) => {
      const before = read(name)?.text ?? null
      return (change === null ? null : resultsOf(before, change))?.map((after) => ({ name, said: path, after })) ?? []
    }),
  )
  const written = runs.flatMap((run) =>
    writtenTo(run).flatMap(({ path, after }) =>
      definitionsNamed(path, run.cwds, protection).map((name) => ({ name, said: saidOf(path), after })),
    ),
  )
  const found = [...edited, ...written].find(
    ({ name, after }) => endsTurns(hookLines(after)) && !endsTurns(hookLines(read(name)?.text ?? '')),
  )
  return found === undefined ? null : { code: 'PROTECTED_SETTINGS', what: found.name, said: found.said }
}

const HERE: readonly Value[] = [[{ kind: 'start' }]]
const MARKDOWN = /\.md$/i

const definitionsNamed = (path: Value, cwds: readonly Value[], protection: Protection): string[] =>
  pathsOf(path, cwds, protection.world).flatMap(({ text }) =>
    text !== null && isDefinition(text, protection) ? [text] : [],
  )

/** The Markdown files that a command prints to, with their content as far as the call shows it. */
const writtenTo = ({ redirections, name, args, files }: Invocation): { path: Value; after: string }[] =>
  files.size === 0
    ? []
    : [...redirections.map(({ target }) => target), ...(name === 'tee' ? args : [])].flatMap((path) => {
        const content = MARKDOWN.test(saidOf(path)) ? files.get(fileKey(path)) : undefined
        return content === undefined ? [] : [{ path, after: saidOf(content) }]
      })
