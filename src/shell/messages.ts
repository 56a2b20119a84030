import { words } from '../ledger/lazy.ts'
import { splitArguments } from './options.ts'
import type { Invocation } from './run.ts'
import { textOf, type Value } from './value.ts'

const COMMIT = {
  valued: words('-m --message -F --file -C -c --author --date -t --template'),
  said: ['-m', '--message'],
}
const REQUEST = {
  valued: words('-t --title -b --body -F --body-file -B --base -H --head -l --label'),
  said: ['-t', '--title', '-b', '--body'],
}

/** Messages that commands leave for others: commit messages, pull request titles and bodies. */
export function messagesIn(runs: readonly Invocation[]): string[] {
  const values = runs.flatMap(saidBy)
  const texts = values.map(textOf).filter((text) => text !== null)
  // Multi-line messages usually come from a heredoc: "$(cat <<EOF …)".
  return texts.length === values.length ? texts : [...texts, ...runs.flatMap(printedInPlace)]
}

function saidBy({ name, args, texts, git }: Invocation): Value[] {
  if (git !== null) return git.name === 'commit' ? valuesIn(git.args, COMMIT) : []
  const [first, second] = texts
  const isRequest = name === 'gh' && first === 'pr' && (second === 'create' || second === 'edit')
  return isRequest ? valuesIn(args.slice(2), REQUEST) : []
}

const valuesIn = (args: readonly Value[], { valued, said }: typeof COMMIT): Value[] =>
  splitArguments(args, { valued, end: 'dashes' }).options.flatMap(({ name, value }) =>
    said.includes(name) && value !== null ? [value] : [],
  )

function printedInPlace({ name, input, via }: Invocation): string[] {
  const text = name === 'cat' && via.length > 0 && input !== null ? textOf(input) : null
  return text === null ? [] : [text]
}
