import { isObject, type Json } from '../../ledger/kinds.ts'
import type { Invocation } from '../../shell/run.ts'
import type { CheckedCall } from '../call.ts'
import { saidOf } from '../words.ts'

/** A host that a call reaches. `said` is the host as written in the call. */
export type Reached = { host: string; port: string | null; said: string }

const ADDRESS =
  /\b(?:https?|wss?|ftps?|sftp|ssh|git|rsync|ldaps?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?|tcp):\/\/(?:[^\s/@"']{0,200}@)?(\[[0-9a-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?/gi
const REMOTE = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+|localhost):(?!\/\/)/
const PROGRAMS =
  ' curl wget ssh scp sftp rsync nc ncat netcat telnet ftp ping dig nslookup host traceroute http https xh git socat mosh '
/** Fields in which tools take an address. */
const FIELDS = /^(?:url|urls|uri|href|endpoint|host|hostname|base_url|address|prompt)$/
const MAX_HOSTS = 64

/** The hosts that a call names in order to reach them, up to a limit. */
export function hostsOf(call: CheckedCall): Reached[] {
  const found: Reached[] = []
  for (const run of call.attempt.runs) found.push(...inRun(run))
  for (const code of call.attempt.codes) found.push(...inText(code))
  if (call.attempt.runs.length === 0 && call.attempt.files.every(({ how }) => how !== 'write'))
    found.push(...inInput(call.input, '', 0))
  return found.slice(0, MAX_HOSTS)
}

const inText = (text: string): Reached[] =>
  [...text.slice(0, 16_384).matchAll(ADDRESS)].map(([said, host = '', port]) => ({
    host: plain(host),
    port: port ?? null,
    said,
  }))

function inRun({ name, args, program }: Invocation): Reached[] {
  if (program === null || /^(?:echo|printf|grep|rg|sed|awk)$/.test(name ?? '')) return []
  const words = args.map(saidOf)
  const named = words.flatMap(inText)
  if (!PROGRAMS.includes(` ${name} `)) return named
  return [...named, ...words.flatMap((word, i) => bare(name ?? '', word, i, words))]
}

/** `ssh me@host`, `scp x host:y`, `nc host 80`, `curl host/path`, `git clone git@host:x`. */
function bare(name: string, word: string, at: number, words: readonly string[]): Reached[] {
  const [, remote] = REMOTE.exec(word) ?? []
  if (remote !== undefined && name !== 'curl') return [{ host: plain(remote), port: null, said: word }]
  if (word.startsWith('-') || /:\/\//.test(word) || /^(?:git|scp|rsync)$/.test(name)) return []
  const isFirst = words.findIndex((one, i) => !one.startsWith('-') && !VALUED.test(words[i - 1] ?? '')) === at
  const [, host, port] = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+|localhost)(?::(\d+))?(?:\/|$)/.exec(word) ?? []
  return isFirst && host !== undefined ? [{ host: plain(host), port: port ?? null, said: word }] : []
}

const VALUED =
  /^-(?:[a-zA-Z]*[oXHduAFTepilLRDJWmwsbCEQ])$|^--(?:output|header|data\S*|user|request|form|max-time|connect-timeout)$/

function inInput(value: Json | undefined, key: string, depth: number): Reached[] {
  if (depth > 3) return []
  if (typeof value === 'string')
    return FIELDS.test(key) ? inText(/:\/\//.test(value) || key === 'prompt' ? value : `https://${value}`) : []
  if (Array.isArray(value)) return value.slice(0, 16).flatMap((one) => inInput(one, key, depth + 1))
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => inInput(one as Json, name, depth + 1)) : []
}

const plain = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** True if a host is this machine. */
export const isHere = (host: string): boolean =>
  host === 'localhost' ||
  host === '0.0.0.0' ||
  host === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(host) ||
  host.endsWith('.localhost')

/** True if a policy's list of hosts contains a host. */
export const isListed = ({ host, port }: Reached, hosts: readonly string[]): boolean =>
  hosts.some((one) => {
    const [name = '', wanted] = one.split(':')
    if (wanted !== undefined && wanted !== port) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
