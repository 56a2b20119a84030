import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { LONG } from './scale.ts'
import { programIn } from './starts.ts'

/** Runs a script of package.json as `npm run` does, without the half second that npm takes to start. It leaves the rest to npm. */
const npm = (real: string): string => String.raw`#!/bin/sh
[ ! -e .npmrc ] || exec '${real}' "$@"
name=
for word; do
  case $word in
    run | -s | --silent) ;;
    -*) exec '${real}' "$@" ;;
    *) [ -z "$name" ] || exec '${real}' "$@"; name=$word ;;
  esac
done
script=$(sed -nE 's/.*"'"$name"'": *"(([^"\\]|\\.)*)".*/\1/p' package.json | sed -E 's/\\(.)/\1/g')
case $script in '' | *"
"*) exec '${real}' "$@" ;; esac
if grep -Eq '"(pre|post)'"$name"'"' package.json; then exec '${real}' "$@"; fi
PATH=$PWD/node_modules/.bin:$PATH exec sh -c "$script"
`

let path: string | undefined

/** The search path with a quick npm, for tests of something else. The long suite runs the real one. */
export function quickNpm(): string {
  const real = process.env['PATH'] ?? ''
  if (LONG) return real
  if (path === undefined) {
    const bin = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
    writeFileSync(join(bin, 'npm'), npm(programIn(real, 'npm') ?? ''), { mode: 0o755 })
    path = [bin, real].join(delimiter)
  }
  return path
}
