import { type AgentPrograms, agentStarted } from '../../shell/agents.ts'
import { type PathWorld, pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import type { FileAct } from '../act.ts'
import type { Attempt } from '../attempt.ts'
import { atHome, saidOf } from '../words.ts'
import type { Protection, ProtectionFinding } from './place.ts'

/** The line with which a person accepts weakened tests, and the ways in which an agent could get it into a prompt. */

const PHRASE = 'bailiff: accept'
const LINE = /^bailiff:[ \t]*accept[ \t]*(?:\.[ \t]*)?$/i
const FENCE = /^[ \t]*(`{3,}|~{3,})([^`]*)$/
const TAG = /^[ \t]*<([a-z][\w-]*)(?=[\s>]|$)/i
const CLOSING = /<\/([a-z][\w-]*)>/gi

/** True if a prompt has the line as typed text: not indented or quoted, and not in a code block or in tags, as pasted text is. */
export function asksToAccept(prompt: string): boolean {
  const lines = prompt.split(/\r?\n/)
  const closed = new Map<string, number>()
  lines.forEach((line, i) => {
    for (const [, name = ''] of line.matchAll(CLOSING)) closed.set(name.toLowerCase(), i)
  })
  let fence: string | null = null
  let tagged = -1
  return lines.some((line, i) => {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? []
    if (fence === null && mark !== '') fence = mark
    else if (fence !== null) {
      if (mark.startsWith(fence) && rest.trim() === '') fence = null
      return false
    }
    tagged = Math.max(tagged, closed.get(TAG.exec(line)?.[1]?.toLowerCase() ?? '') ?? -1)
    return i > tagged && LINE.test(line)
  })
}

const ALONE = /^[^\p{L}\p{N}]*bailiff\s*:\s*accept[^\p{L}\p{N}]*$/iu
const MAY_CARRY = /bailiff[ \t]*:[ \t]*accept/i

/** True if a text has the line, however it is indented or quoted: what puts it into a prompt may remove that. */
export const carriesLine = (text: string): boolean =>
  MAY_CARRY.test(text) && text.split(/\r?\n|\\r|\\n/).some((line) => line.length < MAX_LINE && ALONE.test(line))

/** A longer line has more in it than the phrase. */
const MAX_LINE = 200

/** The texts in a call's input that have the line. */
export function linesCarried(input: unknown, depth = 0): string[] {
  if (typeof input === 'string') return carriesLine(input) ? [input] : []
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) return []
  return Object.values(input).flatMap((one) => linesCarried(one, depth + 1))
}

const MAX_DEPTH = 12

/** Finds a call that would put the line into a prompt: by a tool, by an agent program, or by a file that a host takes prompts from. */
export function acceptanceIn(attempt: Attempt, { hosts, world }: Protection): ProtectionFinding | null {
  const isCarried =
    attempt.prompts.length > 0 ||
    attempt.runs.some((run) => isAsked(run, hosts.agents)) ||
    isFiled(attempt, hosts.promptFiles, world)
  return isCarried ? { code: 'PERSON_ONLY', what: PHRASE, said: PHRASE } : null
}

function isAsked(run: Invocation, agents: AgentPrograms): boolean {
  const words = [...run.args, run.input ?? []].map(saidOf)
  return words.some(carriesLine) && agentStarted(run, agents) !== null
}

/** True if a call that has the phrase, in whatever notation, writes such a file. */
function isFiled({ runs, files, texts }: Attempt, promptFiles: RegExp, world: PathWorld): boolean {
  const isOne = (path: Value, cwds: readonly Value[]): boolean =>
    pathsOf(atHome(path), cwds, world).some(({ pattern }) => promptFiles.test(pattern))
  const isWritten = ({ how, path, change }: FileAct): boolean =>
    how === 'write' && MAY_CARRY.test(JSON.stringify(change)) && isOne(known(path), [[{ kind: 'start' }]])
  const isNamed = ({ touches, cwds }: Invocation): boolean =>
    touches.some((touch) => (touch.kind === 'write' || touch.kind === 'mentioned') && isOne(touch.path, cwds))
  return files.some(isWritten) || (texts.some((text) => MAY_CARRY.test(text)) && runs.some(isNamed))
}
