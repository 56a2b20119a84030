import { type Words, words } from '../ledger/lazy.ts'
import { onlyLooks } from './effects.ts'
import { readShell } from './read.ts'
import type { Invocation } from './run.ts'

/** Programs that put packages, or whole versions of files, in place, and what follows their names when they do. */
const INSTALLERS: readonly (readonly [programs: Words, rest: RegExp])[] = [
  [
    words('npm pnpm yarn bun'),
    /^(?:$|-|(?:i|in|install|ci|cit|it|add|a|up|update|upgrade|rebuild|link|ln|dedupe|ddp|prune|rm|remove|un|uninstall|import|fetch|clean-install|install-test|set)(?: |$))/,
  ],
  [words('pip pip3 pipx'), /^(?:.* )?(?:install|uninstall|inject|upgrade)(?: |$)/],
  [
    words('python python3 pypy pypy3'),
    /^(?:.* )?(?:setup\.py (?:develop|install)|-m (?:pip|venv|virtualenv|ensurepip|pipx))(?: |$)/,
  ],
  [words('uv'), /^(?:.* )?(?:sync|add|remove|run|pip|venv|tool|lock)(?: |$)/],
  [
    words('poetry pdm pipenv rye hatch'),
    /^(?:.* )?(?:install|add|update|remove|sync|lock|run|shell|env|uninstall)(?: |$)/,
  ],
  [words('patch-package virtualenv tox nox conda mamba micromamba corepack volta nvm fnm asdf mise'), /^/],
  [words('apt apt-get brew dnf yum apk pacman zypper'), /^/],
  [
    words('git'),
    /^(?:.* )?(?:checkout|switch|pull|merge|rebase|reset|stash|restore|clone|worktree|cherry-pick|revert)(?: |$)/,
  ],
]

const isInstall = ({ name, texts }: Invocation): boolean =>
  name !== null && INSTALLERS.some(([programs, rest]) => programs.has(name) && rest.test(texts.join(' ')))

/** True if shell code runs a package manager, or takes files from git. */
export function installs(text: string): boolean {
  const reading = readShell(text)
  return reading.kind === 'read' && reading.runs.some(isInstall)
}

/** True if shell code only removes files and installs packages, as `rm -rf node_modules/a && npm install` does. */
export function reinstalls(text: string): boolean {
  const reading = readShell(text)
  const isHarmless = (run: Invocation): boolean => isInstall(run) || onlyLooks(run) || REMOVERS.has(run.name ?? '')
  return reading.kind === 'read' && reading.runs.some(isInstall) && reading.runs.every(isHarmless)
}

const REMOVERS = words('rm rmdir rimraf')

/** True if shell code changes who may use files, and nothing in them. */
export function keepsContents(text: string): boolean {
  const reading = readShell(text)
  return reading.kind === 'read' && reading.runs.every((run) => onlyLooks(run) || MODES.has(run.name ?? ''))
}

const MODES = words('chmod chown chgrp')
