/** Builds and packs the package as it would be published, and runs publint on the tarball. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const dir = mkdtempSync(join(tmpdir(), 'bailiff-pack-'))
try {
  process.exitCode = await check()
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function check() {
  npm('run', '-s', 'build')
  // Already built above; prepack would build again.
  const [packed] = JSON.parse(npm('pack', '--ignore-scripts', '--json', '--pack-destination', dir))
  const { buffer, byteOffset, byteLength } = readFileSync(join(dir, packed.filename))
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  for (const message of messages) console.error(`${message.type}: ${formatMessage(message, pkg)}`)
  if (messages.length === 0) console.log(`${packed.filename}: ${packed.entryCount} files, no publint problems`)
  return messages.length === 0 ? 0 : 1
}

function npm(...args) {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
