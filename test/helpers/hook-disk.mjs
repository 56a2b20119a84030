/**
 * Runs hooks on a disk that fills up and becomes read-only: `node hook-disk.mjs <mount point>`, in its own namespace (see
 * own-disk.ts). Prints the results as one line of JSON.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { verifyFiles } from '../../dist/index.js'

const [, , disk] = process.argv
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', disk])
const remount = (how) => execFileSync('mount', ['-o', `remount,bind,${how}`, disk])
const home = join(disk, 'home')
const ballast = join(disk, 'ballast')
writeFileSync(ballast, Buffer.alloc(800 << 10))

let made = 0
const acknowledged = []

/** One event with output long enough to become an artifact, or short output with `short`. */
function hook(dir = home, short = false) {
  const id = `call-${++made}`
  const stdout = short ? id : `${id} `.repeat(5_000)
  const input = { session_id: 's', tool_name: 'Bash', tool_use_id: id, tool_response: { stdout, stderr: '' } }
  const argv = [resolve('dist/bailiff.cjs'), 'hook', 'claude-code', 'PostToolUse', '--home', dir]
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const ended = spawnSync(process.execPath, argv, { input: JSON.stringify(input), encoding: 'utf8', env })
  if (ended.stderr === '') acknowledged.push(id)
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr }
}

const findings = async () => (await verifyFiles(home)).findings

let full = hook()
while (full.stderr === '') full = hook()
const whenFull = [full, hook(), hook(home, true), hook(), hook(join(disk, 'other'))]
const findingsWhenFull = await findings()
rmSync(ballast)
rmSync(join(disk, 'other'), { recursive: true, force: true })
const withSpace = [hook(), hook(home, true)]

remount('ro')
const whenReadOnly = [hook(), hook(home, true), hook(join(disk, 'another'))]
const findingsWhenReadOnly = await findings()
remount('rw')
const again = [hook()]
console.log(
  JSON.stringify({
    home,
    whenFull,
    withSpace,
    whenReadOnly,
    again,
    findings: [...findingsWhenFull, ...findingsWhenReadOnly, ...(await findings())],
    acknowledged,
    recorded: execFileSync('sh', ['-c', `cat ${home}/ledger/session/*.jsonl`], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('dispatch.observed'))
      .map((line) => JSON.parse(line).entry.body.call),
  }),
)
