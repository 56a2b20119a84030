import { once, words } from '../ledger/lazy.ts'
import { reachedBy, writtenBy } from './files.ts'
import type { GitCommand } from './git.ts'
import { mayStartMore } from './hidden-writes.ts'
import { messagesIn } from './messages.ts'
import { pathsOf } from './paths.ts'
import { readShell } from './read.ts'
import type { Invocation } from './run.ts'
import { runsTests } from './tests.ts'
import { prefixOf, textOf, type Value } from './value.ts'

/** Effects of commands on the world, judged by program name and first words. */

/**
 * The effects of shell code: paths written, whether it may change files or deploy, and its messages to others. `acted`: it does
 * more than look and run tests. `committed`: it creates commits. `folders` are those in which it runs anything that may change
 * files, `reached` the paths that such commands name. `writesMore`: it may write paths that it does not name. `isDetached`: something may still run after the code has ended.
 */
export type Effects = {
  written: string[]
  changed: boolean
  acted: boolean
  committed: boolean
  deployed: boolean
  messages: string[]
  folders: string[]
  reached: string[]
  writesMore: boolean
  isDetached: boolean
}

/** Returns the effects of shell code that starts in this folder, or null if it cannot be parsed. */
export function effectsOf(text: string, start: string): Effects | null {
  const reading = readShell(text)
  if (reading.kind !== 'read') return null
  const { runs } = reading
  const changing = runs.filter((run) => !onlyLooks(run))
  return {
    written: writtenBy(runs, start),
    changed: changing.length > 0,
    acted: !changing.every(runsTests),
    committed: runs.some(({ git }) => git !== null && COMMITTING.has(git.name)),
    deployed: runs.some(putsOut),
    messages: messagesIn(runs),
    folders: foldersOf(changing, start),
    reached: reachedBy(changing, start),
    writesMore: changing.length > 0,
    isDetached: DETACHED.test(text),
  }
}

/** A command that ends with a single `&`, or a program that leaves the shell's process group. */
const DETACHED = /[^&>|\\]&(?![&>\d])|\b(?:nohup|setsid|disown|daemonize|tmux|screen|at|batch|systemd-run|pm2)\b/

function foldersOf(runs: readonly Invocation[], start: string): string[] {
  const world = { home: null, start, variables: {} }
  const found = runs.flatMap(({ cwds }) => cwds.slice(0, 1).flatMap((cwd) => pathsOf(cwd, [], world)))
  return [...new Set(found.flatMap(({ text }) => text ?? []))]
}

/** Programs that only read, unless told to write. */
const LOOKING =
  words(`ls cat head tail sed less more wc grep egrep fgrep rg ag find fd tree stat file du df pwd cd echo printf which type command
  env timeout time set export printenv date whoami id uname hostname ps true false test [ sleep sort uniq cut tr column jq diff cmp md5sum sha256sum
  basename dirname realpath readlink nl od xxd strings seq`)

const GIT_LOOKING = words('status log diff show blame grep ls-files ls-tree rev-parse describe shortlog cat-file')

/** Git commands that create commits, or bring some in. */
const COMMITTING = words('commit merge cherry-pick rebase revert pull am')

/** Git commands that list or change something: the options with which they list, and subcommands that do. */
const GIT_LISTING: { readonly [name: string]: { options: RegExp; subcommands?: readonly string[] } } = {
  branch: {
    options:
      /^(?:-[avrl]+|--(?:list|all|remotes|verbose|show-current|contains|merged|no-merged|points-at|sort|format)(?:=.*)?)$/,
  },
  tag: { options: /^(?:-[ln]\d*|--(?:list|contains|merged|no-merged|points-at|sort|format|verify)(?:=.*)?)$/ },
  remote: { options: /^(?:-v|--verbose|-n|--push|--all)$/, subcommands: ['show', 'get-url'] },
  reflog: { options: /^-/, subcommands: ['show', 'exists'] },
}

function listsOnly({ name, args }: GitCommand): boolean {
  const listing = Object.hasOwn(GIT_LISTING, name) ? GIT_LISTING[name] : undefined
  if (listing === undefined) return false
  const words = args.map((arg) => textOf(arg) ?? prefixOf(arg))
  // A word whose beginning is not known may be any option.
  const options = words.filter((word) => word === '' || word.startsWith('-'))
  if (!options.every((option) => listing.options.test(option))) return false
  const operand = words.find((word) => !options.includes(word))
  return operand === undefined || (listing.subcommands?.includes(operand) ?? options.length > 0)
}

/** Our own commands that count as read-only: anything our checks write is known to be their output. */
const BAILIFF_LOOKING = words('validate outcome explain report sessions show verify')

/** True if an invocation changes no file. False if that is uncertain. */
export function onlyLooks(run: Invocation): boolean {
  if (run.touches.some((touch) => touch.kind === 'write' && !isDevice(touch))) return false
  if (mayStartMore(run)) return false
  if (run.program === null) return true
  if (run.name === 'bailiff') return BAILIFF_LOOKING.has(run.texts[0] ?? '')
  if (run.git !== null) return GIT_LOOKING.has(run.git.name) || listsOnly(run.git)
  return run.name !== null && LOOKING.has(run.name)
}

/** Devices that swallow or show what is written to them. */
const DEVICES: readonly (string | null)[] = ['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty']
const isDevice = ({ path }: { path: Value }): boolean => DEVICES.includes(textOf(path))

/** Commands that publish or deploy something, by their first words; more words may follow. */
const PUTTING_OUT = once(() =>
  `git push|npm publish|pnpm publish|yarn publish|yarn npm publish|cargo publish|twine upload|gem push
  docker push|podman push|helm install|helm upgrade|helm push|kubectl apply|kubectl create|kubectl rollout|kubectl set
  terraform apply|tofu apply|pulumi up|cdk deploy|sam deploy|serverless deploy|sls deploy|ansible-playbook|fly deploy
  flyctl deploy|vercel|netlify deploy|wrangler deploy|wrangler publish|firebase deploy|heroku container:release|gh pr create
  gh pr merge|gh release create|gcloud app deploy|gcloud run deploy|gcloud functions deploy|eb deploy|cap deploy|dokku`
    .split(/[|\n]/)
    .map((command) => command.trim().split(/\s+/)),
)

export function putsOut({ name, texts, git }: Invocation): boolean {
  const words = git !== null ? ['git', git.name] : [name, ...texts.filter(isWord)]
  return PUTTING_OUT().some(([program, ...rest]) => words[0] === program && areIn(rest, words.slice(1, MOST_WORDS)))
}

/** Words searched for an action. Options with values may come between the words that name it. */
const MOST_WORDS = 6

function areIn(wanted: readonly string[], words: readonly (string | null)[]): boolean {
  let from = 0
  return wanted.every((word) => {
    const at = words.indexOf(word, from)
    from = at + 1
    return at !== -1
  })
}

const isWord = (word: string): boolean => word !== '' && !word.startsWith('-')
