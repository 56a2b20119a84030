import { expect, it } from 'vitest'
import { checkEnvironment, pickEnvironment } from './environment.ts'

it('picks the user and the paths of programs, and nothing that could change what a program does', () => {
  const kept = { PATH: '/bin', HOME: '/home/a', LC_ALL: 'C', LC_TIME: 'C', JAVA_HOME: '/java', TZ: 'UTC' }
  const left = {
    NODE_OPTIONS: '--require /tmp/evil.js',
    LD_PRELOAD: '/tmp/evil.so',
    PYTEST_ADDOPTS: '--collect-only',
    GIT_DIR: '/tmp/evil',
    npm_config_script_shell: '/tmp/evil',
    BAILIFF_HOME: '/ledger',
    AWS_SECRET_ACCESS_KEY: 'x',
    CI: '0',
    Path: '/tmp/evil',
  }
  expect(pickEnvironment({ ...left, ...kept, LANG: undefined })).toEqual(kept)
})

it('adds the marks of an unattended run; variables of the policy come last', () => {
  expect(checkEnvironment({ PATH: '/bin' }, { PATH: '/opt/bin', A: 'b' })).toEqual({
    PATH: '/opt/bin',
    CI: '1',
    TERM: 'dumb',
    A: 'b',
  })
})
