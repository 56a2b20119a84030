/**
 * Lets agents stop while the ledger's disk is full: `node gate-disk.mjs <mount point>`, in its own namespace (see
 * own-disk.ts). Prints the results as one line of JSON.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [, , disk] = process.argv
const elsewhere = `${disk}-elsewhere`
const project = join(elsewhere, 'project')
const home = join(disk, 'home')
const full = join(disk, 'full')
const { NODE_EXTRA_CA_CERTS: _, ...env } = { ...process.env, HOME: elsewhere, TMPDIR: join(elsewhere, 'tmp') }
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'none', disk])
for (const dir of [join(project, '.bailiff'), env.TMPDIR, full]) mkdirSync(dir, { recursive: true })
execFileSync('git', ['init', '-q', project])
writeFileSync(
  join(project, '.bailiff/policy.yaml'),
  'version: 1\nvalidators: { tests: "test -e passed" }\nbindings: { done: tests }\n',
)
const bailiff = (args, input = '', more = {}) =>
  spawnSync(process.execPath, [resolve('dist/bailiff.cjs'), ...args, '--home', home], {
    cwd: project,
    encoding: 'utf8',
    input,
    env: { ...env, ...more },
  })
const told = (event, payload, more) => {
  const input = JSON.stringify({ session_id: 's', cwd: project, ...payload })
  const { status, stdout } = bailiff(['hook', 'claude-code', event], input, more)
  return { status, ...JSON.parse(stdout) }
}
const stop = (more) => told('Stop', { last_assistant_message: 'Done.' }, more)
const prompt = () => told('UserPromptSubmit', { prompt: 'Do it.' })

const { status, stderr } = bailiff(['policy', 'approve', '--yes', '--project', project])
if (status !== 0) throw new Error(stderr)
prompt()
const before = [stop()]
prompt()
spawnSync('sh', ['-c', `cat /dev/zero > '${join(disk, 'ballast')}'`], { stdio: 'ignore' })
const whenFull = [stop(), stop(), stop()]
// Not even a count can be written.
told('UserPromptSubmit', { prompt: 'And again.' })
const uncounted = [stop({ TMPDIR: full }), stop({ TMPDIR: full })]
rmSync(join(disk, 'ballast'))
prompt()
const again = [stop()]
rmSync(elsewhere, { recursive: true })
console.log(JSON.stringify({ before, whenFull, uncounted, again }))
