import { CHECK_KINDS, type CheckKind, check, type Ecosystem } from './checks.ts'

/** In make's search order. */
const FILES = ['GNUmakefile', 'makefile', 'Makefile']

const TARGETS: { [kind in CheckKind]: readonly string[] } = {
  test: ['test', 'tests', 'check'],
  lint: ['lint'],
  build: ['build', 'all'],
}

/** Projects with a makefile that has the usual targets. */
export const make: Ecosystem = {
  name: 'make',
  find({ files, read }, dir) {
    const file = FILES.find((name) => files.includes(dir + name))
    if (file === undefined) return []
    const targets = new Set(targetsIn(read(dir + file) ?? ''))
    return CHECK_KINDS.flatMap((kind) => {
      const target = TARGETS[kind].find((name) => targets.has(name))
      return target === undefined ? [] : [check(dir, kind, `make ${target}`, file)]
    })
  },
}

/** Returns the names before a colon at the start of a line; `:=` and `::=` define variables, not targets. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/^([\w./ -]+)\t*::?(?![:=])/gm)].flatMap(([, names = '']) => names.split(/\s+/))
