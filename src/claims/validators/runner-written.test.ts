import { describe, expect, it } from 'vitest'
import type { SeenCall } from '../turn.ts'
import { type RunnerFile, writtenRunners } from './runner-written.ts'

const PACKAGE = '/p/node_modules/vitest'
const LONG_AGO = -100_000
const file = (name: string, changedAt = LONG_AGO): RunnerFile => ({
  folder: PACKAGE,
  path: `${PACKAGE}/${name}`,
  changedAt,
})
/** A package of three files that was installed long ago, one of which changed at 20 s. */
const CHANGED = [file('package.json'), file('index.js'), file('cli.js', 20_000)]
const REINSTALLED = CHANGED.map((one) => ({ ...one, changedAt: 20_000 }))

let seq = 0
/** A shell command that ran from one second to another. */
const ran = (command: string | null, from = 19, to = 21, named: string[] = []): SeenCall => {
  const span = { from: from * 1000, to: to * 1000 }
  return { seq: ++seq, command, writer: { named, ran: span, at: span } } as unknown as SeenCall
}
/** A file tool that wrote a file. */
const edited = (path: string, from = 19, to = 21): SeenCall => {
  const at = { from: from * 1000, to: to * 1000 }
  return { seq: ++seq, command: null, writer: { named: [path], ran: null, at } } as unknown as SeenCall
}

describe('a file of a runner is foreign', () => {
  it.each<[string, SeenCall[]]>([
    ['that a program of a call wrote', [ran('node poison.js')]],
    ['that a call names', [edited(`${PACKAGE}/cli.js`)]],
    ['in a package that a call moved into place', [ran('mv evil node_modules/vitest', 19, 21, [PACKAGE])]],
    ['that a call with unknown effects may have written', [ran(null)]],
    ['that was written after an install', [ran('npm ci', 5, 10), ran('node poison.js')]],
    ['that the command of an install changes too', [ran('npm ci && sed -i s/a/b/ x', 19, 21, [`${PACKAGE}/cli.js`])]],
  ])('%s', (_, calls) => expect(writtenRunners(CHANGED, calls)).toEqual([`${PACKAGE}/cli.js`]))
})

describe('a file of a runner is as it should be', () => {
  it.each<[string, RunnerFile[], SeenCall[]]>([
    ['if nothing changed', [file('cli.js')], [ran('node build.js')]],
    ['if no call ran when it changed', CHANGED, [ran('node build.js', 1, 5), ran('npx tsc', 40, 50)]],
    ['if npm installed it', CHANGED, [ran('npm ci')]],
    [
      'if npm installed it while something else ran',
      CHANGED,
      [ran('npm install -D vitest@4'), ran('npx tsc -w', 1, 90)],
    ],
    ['if a script installed the whole package', REINSTALLED, [ran('make setup')]],
    [
      'if the same program installed a package beside it',
      [{ folder: '/v/a.pth', path: '/v/a.pth', changedAt: 20_000 }, ...REINSTALLED],
      [ran('make develop')],
    ],
    [
      'if the call that installed it removed it first',
      CHANGED,
      [ran('rm -rf node_modules/vitest && npm install', 19, 21, [PACKAGE])],
    ],
    ['if pip installed it', CHANGED, [ran('python3 -m pip install -U pytest')]],
    ['if git brought it', CHANGED, [ran('git pull --rebase')]],
    [
      'if it was edited and installed again',
      CHANGED,
      [edited(`${PACKAGE}/cli.js`, 1, 2), ran('rm -rf node_modules && npm ci')],
    ],
    [
      'if only its mode changed',
      CHANGED,
      [ran('chmod +x node_modules/.bin/vitest', 19, 21, ['/p/node_modules/.bin/vitest'])],
    ],
    ['if another package was edited', CHANGED, [edited('/p/node_modules/left-pad/index.js')]],
  ])('%s', (_, files, calls) => expect(writtenRunners(files, calls)).toEqual([]))
})
