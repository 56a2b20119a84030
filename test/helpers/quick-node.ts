import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { quickNpm } from './quick-npm.ts'
import { LONG } from './scale.ts'

/**
 * Runs `node --test` once for the same files in the same folder, and prints again what that run printed. It leaves everything
 * else to Node, and so tests that can see more than these files.
 */
const node = (real: string, kept: string): string => `#!/bin/sh
[ "$1" = --test ] || exec '${real}' "$@"
[ ! -e node_modules ] || exec '${real}' "$@"
files=$(find -L . -name '.?*' -prune -o -type f -print -exec grep -a '' /dev/null {} + 2> /dev/null)
case $files in *process* | *require* | *node:fs* | *'fs'* | *'import('* | *../../*) exec '${real}' "$@" ;; esac
key=$(printf '%s\\n' "$PWD $* $NODE_OPTIONS" "$files" | git hash-object --stdin) || exec '${real}' "$@"
for said in '${kept}'/"$key".*; do
  [ -e "$said" ] && cat "$said" && exit "\${said##*.}"
done
'${real}' "$@" > '${kept}'/"$key-$$"
code=$?
cat '${kept}'/"$key-$$"
mv '${kept}'/"$key-$$" '${kept}'/"$key.$code"
exit $code
`

let path: string | undefined

/** The search path with a quick npm and a quick `node --test`, for tests of something else. The long suite runs the real ones. */
export function quickNode(): string {
  if (LONG) return quickNpm()
  if (path === undefined) {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
    for (const name of ['bin', 'kept']) mkdirSync(join(dir, name))
    writeFileSync(join(dir, 'bin', 'node'), node(process.execPath, join(dir, 'kept')), { mode: 0o755 })
    path = [join(dir, 'bin'), quickNpm()].join(delimiter)
  }
  return path
}
