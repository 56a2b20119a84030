import type { CheckedCall } from '../call.ts'
import { has, operands, type RunRule, type RunWords, told } from './run-rule.ts'

/** Finds commands that send files to another machine. */
export const dataSent: RunRule = {
  code: 'DATA_SENT',
  programs:
    ' curl wget scp rsync sftp ftp nc ncat netcat socat telnet aws gsutil gcloud az rclone s3cmd mc gh http https xh mail mutt ssh croc wormhole ',
  seen: (one, call) => (sends(one, call) ? told(one) : null),
}

const HERE =
  /^(?:\w+:\/\/)?(?:[^@/\s]*@)?(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal)(?:[:/]|$)/

function sends(one: RunWords, call: CheckedCall): boolean {
  const { name, words, run } = one
  const all = operands(words)
  if (words.some((word) => HERE.test(word))) return false
  const isFed = run.redirections.some(({ operator }) => operator === '<') || isPiped(one, call)
  switch (name) {
    case 'curl':
    case 'http':
    case 'https':
    case 'xh':
      return (
        words.some((word, i) => isUpload(word, words[i - 1] ?? '')) ||
        (isFed && words.some((word) => /^@-$|^-$/.test(word)))
      )
    case 'wget':
      return words.some((word) => /^--(?:post-file|body-file)/.test(word))
    case 'scp':
    case 'rsync':
      return isElsewhere(all.at(-1) ?? '') && all.length > 1
    case 'sftp':
    case 'ftp':
      return isFed || has(words, 'b')
    case 'nc':
    case 'ncat':
    case 'netcat':
    case 'telnet':
      return isFed && !has(words, 'l', '--listen', 'z')
    case 'socat':
      return (
        words.some((word) => /^(?:TCP|OPENSSL|UDP)/i.test(word)) &&
        words.some((word) => /^(?:FILE|OPEN|EXEC|STDIN|-)/i.test(word))
      )
    case 'ssh':
      return isFed && /(?:^|\s)(?:cat|tee|dd)\b.{0,1000}(?:>|of=|tee)/.test(all.slice(1).join(' '))
    case 'aws':
      return /^s3 (?:cp|sync|mv) (?!s3:)\S+ s3:/.test(all.join(' '))
    case 'gsutil':
      return /^(?:cp|rsync|mv) (?!gs:).* gs:/.test(all.join(' '))
    case 'gcloud':
      return /^storage (?:cp|rsync) (?!gs:).* gs:/.test(all.join(' '))
    case 'az':
      return /^storage (?:blob|file|fs) (?:file )?upload/.test(all.join(' '))
    case 'rclone':
      return /^(?:copy|copyto|sync|move) \S+ \S+:/.test(all.join(' '))
    case 's3cmd':
    case 'mc':
      return /^(?:put|cp|mirror) /.test(all.join(' '))
    case 'gh':
      return all.join(' ').startsWith('gist create')
    case 'mail':
    case 'mutt':
      return has(words, 'aA') || isFed
    default:
      return /^(?:send|upload)$/.test(words[0] ?? '')
  }
}

const isElsewhere = (word: string): boolean => /^(?:[\w.-]+@)?[\w.-]{2,}:(?!\\)|^rsync:\/\//.test(word)

/** `-T file`, `-F name=@file`, `--data-binary @file`. */
function isUpload(word: string, before: string): boolean {
  if (/^(?:-T|--upload-file)$/.test(before) || /^(?:-T.|--upload-file=)/.test(word)) return true
  const isData = /^(?:-d|-F|--data(?:-binary|-raw|-urlencode|-ascii)?|--form|--json)$/.test(before)
  return isData
    ? /^(?:[\w[\]-]*=)?[@<]/.test(word) && !word.endsWith('@-')
    : /^(?:-d|-F[\w-]*=?|--(?:data(?:-binary|-urlencode)?|form)=(?:[\w-]+=)?)[@<]./.test(word)
}

/** True if an earlier stage of the pipeline feeds file contents into this command. */
function isPiped({ run }: RunWords, { attempt }: CheckedCall): boolean {
  const { pipe } = run
  if (pipe === null || pipe.stage === 0) return false
  return attempt.runs.some(
    (other) => other.pipe?.id === pipe.id && other.pipe.stage < pipe.stage && FILED.includes(` ${other.name} `),
  )
}

const FILED = ' cat tar zip gzip base64 openssl gpg env printenv history dd head tail xxd mysqldump pg_dump '
