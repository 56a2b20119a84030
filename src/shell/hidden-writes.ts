import type { Invocation } from './run.ts'
import { textOf } from './value.ts'

/** Ways in which a program that usually only reads writes files or starts other programs. */

/** True if the words of an invocation may make it do more than its name says. In doubt it may. */
export function mayStartMore(run: Invocation): boolean {
  return (
    isOwnProgram(run) ||
    run.assignments.some(({ name, value }) => CHOOSES.test(name) && !isTame(textOf(value))) ||
    (EXPORTING.has(run.name ?? '') && run.texts.some((text) => CHOOSES.test(text.split('=')[0] ?? ''))) ||
    run.texts.some(isWritingOption) ||
    (run.git !== null && gitStartsMore(run)) ||
    (run.name === 'sed' && !isPlainSed(run)) ||
    (run.name === 'rg' && run.texts.some((text) => /^--(?:pre|hostname-bin)(?:=|$)/.test(text)))
  )
}

const SYSTEM = /^(?:\/usr)?(?:\/local)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/

/** A program that is given by its path, such as `./ls`, may be anything. */
function isOwnProgram({ program }: Invocation): boolean {
  const path = program === null ? null : textOf(program)
  return path?.includes('/') === true && !SYSTEM.test(path)
}

/** Variables that choose programs, or their options. */
const CHOOSES =
  /^(?:PATH|ENV|BASH_ENV|\w*PAGER|\w*EDITOR|LESS\w*|(?:LD|DYLD)_\w+|NODE_OPTIONS|PYTHON\w+|RUBYOPT|PERL5\w+|RIPGREP_CONFIG_PATH|GIT_(?:EXTERNAL_DIFF|SSH\w*|ASKPASS|PROXY_COMMAND|CONFIG\w*|EXEC_PATH))$/
const isTame = (value: string | null): boolean => value === '' || value === 'cat'
const EXPORTING: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'env'])

/** Long options that write or start something. Programs accept any beginning that is unique. */
const WRITING = ['--output', '--in-place', '--open-files-in-pager', '--ext-diff', '--textconv']

function isWritingOption(text: string): boolean {
  const [name = ''] = text.split('=')
  return name.length > 2 && WRITING.some((option) => option.startsWith(name))
}

/** Settings that name programs. */
const STARTING = /^(?:alias|diff|pager|filter|merge|gpg|core\.(?:pager|editor|fsmonitor|sshcommand|hookspath))\b/i

function gitStartsMore({ texts, git }: Invocation): boolean {
  const isSet = texts.some((text, i) => (text === '-c' || text === '--config-env') && STARTING.test(texts[i + 1] ?? ''))
  return isSet || (git?.name === 'grep' && git.texts.some((text) => /^-[a-zA-Z]*O/.test(text)))
}

const ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\]|\\.)*/I?)`
const COMMAND = String.raw`(?:[pdqQ=nNDPgGhHxl{}]\s*\d*|[sy](?:/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/|\|(?:[^|\\]|\\.)*\|(?:[^|\\]|\\.)*\||#(?:[^#\\]|\\.)*#(?:[^#\\]|\\.)*#|,(?:[^,\\]|\\.)*,(?:[^,\\]|\\.)*,)[gpiIM\d]*)`
const STEP = String.raw`\s*(?:${ADDRESS}(?:\s*[,~]\s*[+~]?${ADDRESS})?\s*)?!?\s*${COMMAND}?\s*`
const PLAIN_SED = new RegExp(`^${STEP}(?:[;\\n{}]${STEP})*$`)

/** True if the code of sed only selects, deletes and replaces text: its commands `w` and `e` write files and start programs. */
function isPlainSed({ touches, texts }: Invocation): boolean {
  if (texts.some((text) => /^-[a-zA-Z]*f|^--f/.test(text))) return false
  const codes = touches.flatMap((touch) => (touch.kind === 'inline-code' ? [textOf(touch.code)] : []))
  return codes.every((code) => code !== null && code.length < MAX_CODE && PLAIN_SED.test(code))
}

const MAX_CODE = 500
