import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { quickNpm } from './quick-npm.ts'
import { LONG } from './scale.ts'

/**
 * Runs `node --test` once for the same files, and prints again what that run printed, with the paths of the folder it is asked in.
 * It leaves everything else to Node, and so tests that can see more than these files.
 */
const node = (real: string, seen: string, kept: string): string => `#!/bin/sh
[ "$1" = --test ] && [ ! -e node_modules ] || exec '${real}' "$@"
here=$(pwd -P)
case $here in *[!A-Za-z0-9/._-]*) exec '${real}' "$@" ;; esac
files=$(find -L . -name '.?*' -prune -o -type f -exec awk -v all="$#" -f '${seen}' {} + 2> /dev/null) || exec '${real}' "$@"
key=$(printf '%s\\n' "$* $NODE_OPTIONS" "$files" | git hash-object --stdin) || exec '${real}' "$@"
for said in '${kept}'/"$key".*; do
  [ -e "$said" ] && sed "s|@here@|$here|g" "$said" && exit "\${said##*.}"
done
'${real}' "$@" > '${kept}'/"$key-$$"
code=$?
cat '${kept}'/"$key-$$"
sed "s|$here|@here@|g" '${kept}'/"$key-$$" > '${kept}'/"$key-$$.said"
mv '${kept}'/"$key-$$.said" '${kept}'/"$key.$code"
exit $code
`

/**
 * Prints the files that the tests can see: tests, package.json, and what any of these names, or all if tests are chosen by
 * arguments. Fails if one of them imports more than these, or looks at the process.
 */
const SEEN = String.raw`
{ text[FILENAME] = text[FILENAME] $0 "\n" }
END {
  for (i = 1; i < ARGC; i++) for (j = i; j > 1 && ARGV[j - 1] > ARGV[j]; j--) {
    path = ARGV[j]; ARGV[j] = ARGV[j - 1]; ARGV[j - 1] = path
  }
  for (i = 1; i < ARGC; i++) isSeen[i] = all > 1 || ARGV[i] ~ /test|package\.json$/
  do {
    more = 0
    for (i = 1; i < ARGC; i++) {
      name = ARGV[i]
      sub(/.*\//, "", name)
      sub(/\..*/, "", name)
      for (j = 1; j < ARGC && !isSeen[i]; j++)
        if (isSeen[j] && index(text[ARGV[j]], name)) isSeen[i] = more = 1
    }
  } while (more)
  for (i = 1; i < ARGC; i++) if (isSeen[i]) {
    code = text[ARGV[i]]
    gsub(/(require\()?["']node:(test|assert|assert\/strict)["']/, "", code)
    if (code ~ /process|require|import *\(|import\.meta|\.\.\/\.\.\/|(from|import) *["'][^.]/) exit 1
    print ARGV[i] ":" text[ARGV[i]]
  }
}
`

let path: string | undefined

/** The search path with a quick npm and a quick `node --test`, for tests of something else. The long suite runs the real ones. */
export function quickNode(): string {
  if (LONG) return quickNpm()
  if (path === undefined) {
    // All workers of a run share what was printed.
    const kept = join(tmpdir(), 'bailiff-node-runs')
    mkdirSync(kept, { recursive: true })
    const bin = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
    writeFileSync(join(bin, 'seen.awk'), SEEN)
    writeFileSync(join(bin, 'node'), node(process.execPath, join(bin, 'seen.awk'), kept), { mode: 0o755 })
    path = [bin, quickNpm()].join(delimiter)
  }
  return path
}
