import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { quickNpm } from './quick-npm.ts'
import { LONG } from './scale.ts'

/**
 * Runs `node --test` once for each content that it could depend on: the test files, and the files whose names they import. A
 * later run prints what the first one printed. Everything else is left to the real Node, and so are tests that read files,
 * name the process or import in other ways.
 */
const node = (real: string, kept: string): string => `#!/bin/sh
[ "$1" = --test ] || exec '${real}' "$@"
all=$(find -L . -name '.?*' -prune -o -name node_modules -prune -o -type f -name '*.*js' -print 2> /dev/null)
if grep -Eq 'process|require|import *[^ *{a-z]|node:(fs|child)' /dev/null $all; then exec '${real}' "$@"; fi
names=/
for name in $(sed -nE "s/.* from ['\\"]\\.[^'\\"]*\\/([^'\\"\\/]*)['\\"].*/\\1/p" $all); do names=$names$name/; done
for file in $all; do
  case $file in
    *test*) files="$files $file" ;;
    *) case $names in */"\${file##*/}"/*) files="$files $file" ;; esac ;;
  esac
done
key=$( (echo "$PWD $*"; sha256sum /dev/null $files; cat package.json) 2> /dev/null | sha256sum)
key='${kept}/'\${key%% *}
for said in "$key".*; do
  [ -e "$said" ] && cat "$said" && exit "\${said##*.}"
done
'${real}' "$@" > "$key-$$"
code=$?
cat "$key-$$"
mv "$key-$$" "$key.$code"
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
