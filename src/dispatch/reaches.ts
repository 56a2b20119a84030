import type { Invocation } from '../shell/run.ts'
import { known, textOf, type Value } from '../shell/value.ts'
import type { Below, How } from './act.ts'
import { findReaches } from './find.ts'
import { gitReaches } from './git.ts'
import { ownReaches } from './landing.ts'
import { listedReaches } from './lists.ts'
import { patchedIn } from './patches.ts'
import { hasAny, isLinking, RECURSIVE, type Reach, reach } from './reach.ts'
import { isReader, LISTERS, mentionedAs, REMOVERS } from './readers.ts'
import { seeksKeys } from './sought.ts'

type Rule = { needs: readonly string[]; read?: readonly [How, Below]; write?: readonly [How, Below] }

const SEARCH_IF_ASKED: Rule = {
  needs: [...RECURSIVE, '--dereference-recursive', '--directories', '-d'],
  read: ['read', 'searched'],
}

/** Effects of programs below the folders they are given. If `needs` lists options, one of them must be present. */
const RULES: Readonly<Record<string, Rule>> = {
  rm: { needs: RECURSIVE, write: ['write', 'removed'] },
  mv: { needs: [], read: ['write', 'removed'] },
  chmod: { needs: RECURSIVE, write: ['write', 'changed'] },
  chown: { needs: RECURSIVE, write: ['write', 'changed'] },
  chgrp: { needs: RECURSIVE, write: ['write', 'changed'] },
  setfacl: { needs: RECURSIVE, write: ['write', 'changed'] },
  chattr: { needs: RECURSIVE, write: ['write', 'changed'] },
  cp: { needs: RECURSIVE, read: ['read', 'copied'] },
  scp: { needs: RECURSIVE, read: ['read', 'copied'] },
  zip: { needs: RECURSIVE, read: ['read', 'copied'], write: ['write', 'nothing'] },
  '7z': { needs: [], read: ['read', 'copied'], write: ['write', 'nothing'] },
  grep: SEARCH_IF_ASKED,
  egrep: SEARCH_IF_ASKED,
  fgrep: SEARCH_IF_ASKED,
  zgrep: SEARCH_IF_ASKED,
  ugrep: SEARCH_IF_ASKED,
  diff: SEARCH_IF_ASKED,
  colordiff: SEARCH_IF_ASKED,
  rgrep: { needs: [], read: ['read', 'searched'] },
  rg: { needs: [], read: ['read', 'searched'] },
  ag: { needs: [], read: ['read', 'searched'] },
  ack: { needs: [], read: ['read', 'searched'] },
  // A link to a place is a second name for it.
  ln: { needs: [], read: ['write', 'nothing'] },
  'cp -l': { needs: [], read: ['write', 'unpacked'] },
  link: { needs: [], read: ['write', 'nothing'] },
}

/** All effects of a command on paths that its words name, except by code in other languages. */
export function reachesOf(run: Invocation): Reach[] {
  const { name, git, touches } = run
  if (name === 'find') return findReaches(run)
  if (git !== null) return [...gitReaches(run, git), ...patched(run)]
  const rule = ruleOf(run)
  const applies = rule !== undefined && (rule.needs.length === 0 || hasAny(run, rule.needs))
  const isListing = LISTERS.has(name ?? '')
  const isSeeking = seeksKeys(run)
  const reaches = touches.flatMap((touch): Reach[] => {
    if (touch.kind === 'inline-code') return []
    if (touch.kind === 'mentioned') return mentioned(run, touch.path)
    const [how, below] = (applies ? rule[touch.kind] : undefined) ?? [touch.kind, 'nothing' as const]
    return reach(
      how === 'read' && isListing ? 'listed' : how,
      touch.path,
      isSeeking && how === 'read' ? 'sought' : below,
    )
  })
  return [
    ...mentionedParts(run, reaches),
    ...reaches,
    ...ownReaches(run, touches),
    ...listedReaches(run),
    ...patched(run),
  ]
}

/** Returns the program's rule. A `cp` that makes links has its own. */
function ruleOf(run: Invocation): Rule | undefined {
  const name = isLinking(run) ? 'cp -l' : (run.name ?? '')
  return Object.hasOwn(RULES, name) ? RULES[name] : undefined
}

const mentioned = (run: Invocation, path: Value): Reach[] =>
  REMOVERS.has(run.name ?? '') ? reach('write', path, 'removed') : reach(mentionedAs(run, path), path)

/** `-v ~/x:/y`: a path may be part of a word. */
function mentionedParts(run: Invocation, reaches: readonly Reach[]): Reach[] {
  if (isReader(run)) return []
  return reaches
    .filter(
      ({ how, path }) => how === 'mentioned' && path.some((piece) => piece.kind === 'text' && /[:,@]/.test(piece.text)),
    )
    .flatMap(({ path }) => partsOf(path).flatMap((part) => reach('mentioned', part)))
}

function partsOf(value: Value): Value[] {
  const parts: Value[] = [[]]
  for (const piece of value) {
    const texts = piece.kind === 'text' ? piece.text.split(/[:,@]/) : null
    if (texts === null) parts[parts.length - 1] = [...(parts.at(-1) ?? []), piece]
    else
      texts.forEach((text, i) => {
        if (i > 0) parts.push([])
        parts[parts.length - 1] = [...(parts.at(-1) ?? []), ...known(text)]
      })
  }
  return parts.filter((part) => part.length > 0)
}

/** The files in a patch that the command contains. */
function patched({ name, texts, input }: Invocation): Reach[] {
  const applies = name === 'git' && texts.some((text) => /^(?:apply|am)$/.test(text))
  if (name !== 'patch' && name !== 'apply_patch' && name !== 'applypatch' && !applies) return []
  const given = [textOf(input ?? []) ?? '', ...texts]
  return given.flatMap((text) => patchedIn(text).flatMap(({ path }) => reach('write', known(path))))
}
