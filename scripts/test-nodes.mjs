/**
 * Runs the test suite on the current Node and on each version below, and prints one line for each. Arguments go to vitest:
 * `node scripts/test-nodes.mjs test/gate`. Needs only the npm registry, which has Node for Linux.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'

const VERSIONS = [22, 24]
const HOME = resolve('.nodes')

mkdirSync(HOME, { recursive: true })
let failed = 0
for (const node of [process.execPath, ...otherNodes()]) failed += await test(node)
process.exitCode = failed === 0 ? 0 : 1

function otherNodes() {
  if (process.platform === 'linux') return VERSIONS.map(install)
  console.log(
    `npm provides Node ${VERSIONS.join(' and ')} for Linux only; on ${process.platform} the suite runs only on the current Node.`,
  )
  return []
}

/** Installs a major version of Node into its own folder and returns the path of the binary. */
function install(major) {
  const name = `node-linux-${process.arch}`
  const dir = join(HOME, String(major))
  mkdirSync(dir, { recursive: true })
  // Without a package.json here, npm would install into the surrounding project.
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `${name}@${major}`], {
    cwd: dir,
    stdio: 'inherit',
  })
  return join(dir, 'node_modules', name, 'bin', 'node')
}

/** Runs the suite on one Node. Prints one line if it passes, all output if it fails. Returns the number of failures: 0 or 1. */
async function test(node) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const report = join(HOME, `${version}.json`)
  const { code, output } = await run(node, report)
  if (code === 0) console.log(`Node ${version}: ${tally(report)}`)
  else console.log(`${output}\nNode ${version}: failed`)
  return code === 0 ? 0 : 1
}

function run(node, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [resolve('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)]
  // Also first on the PATH: programs under test start "node" by name.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((done, reject) => {
    child.on('error', reject)
    child.on('close', (code) => done({ code, output: Buffer.concat(chunks).toString() }))
  })
}

function tally(report) {
  const { numPassedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
  const skipped = numPendingTests + numTodoTests
  return `${numPassedTests} tests passed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
