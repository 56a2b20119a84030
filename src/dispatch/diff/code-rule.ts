import { pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { textOf, type Value } from '../../shell/value.ts'
import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { commandsInCode } from '../protection/code.ts'
import type { Aim } from '../protection/judge.ts'
import { type Quoted, quotedIn } from '../quoted.ts'
import { whereIs } from '../where.ts'
import { saidOf } from '../words.ts'

/** Maximum number of characters to search; the rest of longer code is ignored. */
const MAX_CHARS = 32 * 1024
const NEAR = 60

const REMOVING =
  /\b(?:remove\w*|unlink\w*|rmtree|rmdir\w*|rm\w*Sync|rm|delete\w*|removedirs|remove_dir_all|rm_rf|rm_r)\s*!?\(?\s*$/i
const REMOVED = /^\s*\)?\s*\.\s*(?:unlink|rmdir|rmtree|delete)\s*\(/
const OPENING =
  /\bopen\s*\(\s*$|\bfopen\s*\(\s*$|\bFile\.(?:open|write)\s*\(?\s*$|\bwrite\w*\s*\(\s*$|\bappend\w*\s*\(\s*$/i
const TO_WRITE = /^\s*,\s*['"](?:[wax]|r\+)/
const WRITING = /\b(?:write\w*|append\w*)\s*\(\s*$/i

/**
 * Finds literal paths outside the project that inline code removes or opens for writing. Anything else the code does is
 * unknown.
 */
export function codeAims(call: CheckedCall): CodeAims {
  const found: CodeAims = { removed: [], written: [] }
  for (const code of codesOf(call))
    for (const one of quotedIn(code.text)) {
      const done = PATH.test(one.text) ? doneTo(one, code.text) : null
      if (done !== null) found[done].push(...outside(one.text, done, code, call))
    }
  return found
}

type CodeAims = { removed: Aim[]; written: Aim[] }

const PATH = /^(?:\/|~\/)\S{1,300}$/

const outside = (said: string, done: keyof CodeAims, { cwds }: Code, call: CheckedCall): Aim[] =>
  pathsOf(wordOf(said), cwds, call.world)
    .filter((path) => whereIs(path, call) === 'outside')
    .map((path) => ({ how: 'write', below: done === 'removed' ? 'removed' : 'nothing', tests: null, path, said }))

const STARTS = /system|exec|spawn|popen|subprocess|child_process|shell|\brun\s*\(/i

/** The command lines in string literals of code that starts programs. */
export const codeRuns = (call: CheckedCall): Invocation[] =>
  codesOf(call).flatMap(({ text, cwds }) => (STARTS.test(text) ? commandsInCode({ language: '', text, cwds }) : []))

export const codeRemovals = (removed: readonly Aim[]): DispatchFinding[] =>
  removed.slice(0, 1).map(({ said }) => finding('OUTSIDE_REMOVED', said))

type Code = { text: string; cwds: readonly Value[] }

const INTERPRETERS =
  ' node nodejs bun deno tsx ts-node python python2 python3 pypy ipython perl ruby php lua luajit Rscript R osascript '

const isInterpreter = ({ name }: Invocation): boolean =>
  name !== null && (INTERPRETERS.includes(` ${name} `) || name.startsWith('python3.'))

function codesOf({ attempt }: CheckedCall): Code[] {
  const inRuns = attempt.runs
    .filter(isInterpreter)
    .flatMap((run) =>
      run.touches.flatMap((touch): Code[] =>
        touch.kind === 'inline-code' && touch.language !== 'sed' && touch.language !== 'awk'
          ? [{ text: (textOf(touch.code) ?? saidOf(touch.code)).slice(0, MAX_CHARS), cwds: run.cwds }]
          : [],
      ),
    )
  return [
    ...attempt.codes.map((text) => ({ text: text.slice(0, MAX_CHARS), cwds: [[{ kind: 'start' } as const]] })),
    ...inRuns,
  ]
}

function doneTo({ from, to }: Quoted, code: string): 'removed' | 'written' | null {
  const before = code.slice(Math.max(0, from - NEAR), from)
  const after = code.slice(to, to + NEAR)
  if (REMOVING.test(before) || REMOVED.test(after)) return 'removed'
  if (OPENING.test(before) && (TO_WRITE.test(after) || WRITING.test(before))) return 'written'
  // The path is assigned to a variable, which is used later.
  const [, name] = /([A-Za-z_]\w*)\s*=\s*(?:\w+(?:\.\w+)*\s*\(\s*)?$/.exec(before) ?? []
  if (name === undefined) return null
  const rest = code.slice(to)
  if (
    new RegExp(
      `\\b(?:remove\\w*|unlink\\w*|rmtree|rmdir|rm\\w*Sync)\\s*\\(\\s*${name}\\b|\\b${name}\\.(?:unlink|rmdir)\\(`,
    ).test(rest)
  )
    return 'removed'
  return new RegExp(
    `\\bopen\\s*\\(\\s*${name}\\s*,\\s*['"][wax]|\\b${name}\\.write_\\w+\\(|\\bcopy\\w*\\([^)]*,\\s*${name}\\s*\\)`,
  ).test(rest)
    ? 'written'
    : null
}

const wordOf = (path: string): Value =>
  path.startsWith('~')
    ? [
        { kind: 'home', user: '' },
        { kind: 'text', text: path.slice(1) },
      ]
    : [{ kind: 'text', text: path }]
