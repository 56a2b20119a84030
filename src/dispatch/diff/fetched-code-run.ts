import type { Invocation } from '../../shell/run.ts'
import { textOf, type Value } from '../../shell/value.ts'
import type { CheckedCall } from '../call.ts'
import { saidOf } from '../words.ts'
import { operands, type RunRule, type RunWords, told } from './run-rule.ts'

const FETCHERS = ' curl wget fetch aria2c http https xh lynx nc ncat netcat '

const isFetcher = ({ name }: Invocation): boolean => name !== null && name !== '' && FETCHERS.includes(` ${name} `)

/** Finds code that is fetched from the network and run in the same call, before anyone can read it. */
export const fetchedCodeRun: RunRule = {
  code: 'FETCHED_CODE_RUN',
  programs:
    ' sh bash dash zsh ksh ash fish python python3 node deno perl ruby php lua eval source . osascript pwsh powershell ',
  seen: (one, { attempt }) => {
    const fetching = attempt.runs.filter(isFetcher)
    if (fetching.length === 0) return null
    return isFed(one, fetching) || isGiven(one, fetching) || isFile(scriptOf(one), fetching) ? told(one) : null
  },
}

/** `curl … | sh`, unless the shell is told to run something else. */
function isFed({ run, words }: RunWords, fetching: readonly Invocation[]): boolean {
  const { pipe } = run
  if (pipe === null || pipe.stage === 0) return false
  const before = fetching.some((other) => other.pipe?.id === pipe.id && other.pipe.stage < pipe.stage)
  return (
    before &&
    (operands(words).length === 0 ||
      words.some((word) => word === '-' || word === '-s' || word.startsWith('/dev/stdin')))
  )
}

const SUBSTITUTED = '$( )'

/** `sh -c "$(curl …)"`, `bash <(curl …)`, `eval "$(curl …)"`. */
const isGiven = ({ run }: RunWords, fetching: readonly Invocation[]): boolean =>
  run.args.some((arg) => arg.some(({ kind }) => kind === 'unknown')) &&
  fetching.some(({ via }) => via.includes(SUBSTITUTED))

const scriptOf = ({ run }: RunWords): Value | undefined => run.args.find((arg) => !saidOf(arg).startsWith('-'))

/** Programs that the same call downloads to files and then runs. */
export function fetchedPrograms({ attempt }: Pick<CheckedCall, 'attempt'>): string[] {
  const fetching = attempt.runs.filter(isFetcher)
  if (fetching.length === 0) return []
  return attempt.runs.filter(({ program }) => isFile(program ?? [], fetching)).map(({ name }) => name ?? '')
}

function isFile(value: Value | undefined, fetching: readonly Invocation[]): boolean {
  const text = plain(textOf(value ?? []) ?? '')
  return text !== '' && fetching.some((run) => writtenBy(run).includes(text))
}

const plain = (path: string): string => path.replace(/^\.\//, '')

/** The files that a command downloads to. */
function writtenBy({ args, redirections }: Invocation): string[] {
  const words = args.map(saidOf)
  const named = words.filter((_, i) => /^(?:-o|-O|--output|--output-document)$/.test(words[i - 1] ?? ''))
  const own = words.flatMap((word) => /^https?:\/\/.*\/([^/?#]+)/.exec(word)?.[1] ?? [])
  const to = redirections.filter(({ operator }) => operator.startsWith('>')).map(({ target }) => saidOf(target))
  return [...named, ...own, ...to].map(plain)
}
