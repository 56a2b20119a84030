import type { Invocation } from '../../shell/run.ts'
import { UNKNOWN, type Value } from '../../shell/value.ts'
import { readFrom } from '../texts.ts'
import type { RunWords } from './run-rule.ts'

const VALUED = /^-[bcDEeFIiJLlmOopQRSWw]$/
const CONTAINED = ' docker podman nerdctl kubectl oc '
const NOWHERE: readonly Value[] = [[UNKNOWN]]
const MAX_CHARS = 8_192

/** Commands started on another machine or in a container. They are judged like local ones. */
export function startedElsewhere({ name, words }: RunWords): Invocation[] {
  const text =
    name === 'ssh' ? remoteText(words) : name !== '' && CONTAINED.includes(` ${name} `) ? containedText(words) : ''
  return text === '' || text.length > MAX_CHARS ? [] : readFrom(text, NOWHERE)
}

/** `ssh -p 22 me@host 'rm -rf x'`: everything after the host is shell code. */
function remoteText(words: readonly string[]): string {
  const host = words.findIndex((word, i) => !word.startsWith('-') && !VALUED.test(words[i - 1] ?? ''))
  return host < 0 ? '' : words.slice(host + 1).join(' ')
}

/** `docker exec -it web rm -rf x`, `kubectl exec pod -- rm -rf x`: words, not shell code. */
function containedText(words: readonly string[]): string {
  const exec = words.indexOf('exec')
  if (exec < 0) return ''
  const dashes = words.indexOf('--', exec)
  const target = words.findIndex(
    (word, i) => i > exec && !word.startsWith('-') && !/^-(?:[euw]|c|n)$/.test(words[i - 1] ?? ''),
  )
  const inner = dashes >= 0 ? words.slice(dashes + 1) : target < 0 ? [] : words.slice(target + 1)
  return inner.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}
