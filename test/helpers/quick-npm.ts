import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { LONG } from './scale.ts'

/** Runs a script of package.json as `npm run` does, without the half second that npm takes to start. */
const NPM = String.raw`#!/bin/sh
for name; do
  case $name in run | -*) ;; *) break ;; esac
done
script=$(sed -nE 's/.*"'"$name"'": *"(([^"\\]|\\.)*)".*/\1/p' package.json | sed -E 's/\\(.)/\1/g')
[ -n "$script" ] || exit 1
PATH=$PWD/node_modules/.bin:$PATH exec sh -c "$script"
`

let path: string | undefined

/** The search path with a quick npm, for tests of something else. The long suite runs the real one. */
export function quickNpm(): string {
  const real = process.env['PATH'] ?? ''
  if (LONG) return real
  if (path === undefined) {
    const bin = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
    writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 })
    path = [bin, real].join(delimiter)
  }
  return path
}
