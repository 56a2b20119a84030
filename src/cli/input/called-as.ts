import { delimiter, dirname, join } from 'node:path'
import { findProgram } from '../../hosts/find.ts'
import { quoted } from '../../hosts/install/command.ts'
import { isObject } from '../../ledger/kinds.ts'
import { readTextIfThere } from '../../ledger/stores/files/disk.ts'
import type { Io } from '../command.ts'

/** The command that starts this program in the person's shell: `bailiff` if it is on the search path. */
export function calledAs({ env, program }: Pick<Io, 'env' | 'program'>): string {
  if (isOnPath(env['PATH'] ?? '')) return 'bailiff'
  const spec = npxSpec(program)
  if (spec !== null) return isOfRegistry(spec) ? `npx ${spec}` : `npx --package=${quoted(spec)} bailiff`
  return program.includes('/node_modules/') ? 'npx bailiff' : `node ${quoted(join(program, 'bailiff.cjs'))}`
}

/** npx and npm run put folders of packages on the search path, which the person's shell does not have. */
function isOnPath(path: string): boolean {
  const own = path.split(delimiter).filter((dir) => !dir.includes('node_modules'))
  return findProgram('bailiff', own.join(delimiter)) !== null
}

/** The package as it was named to npx, which keeps it in a cache of its own; null if the program is not from there. */
function npxSpec(program: string): string | null {
  if (!program.includes('/_npx/')) return null
  // <cache>/_npx/<hash>/node_modules/bailiff/dist
  const manifest = readTextIfThere(join(dirname(dirname(dirname(program))), 'package.json'))
  return specIn(manifest) ?? 'bailiff'
}

function specIn(manifest: string | null): string | null {
  try {
    const read: unknown = JSON.parse(manifest ?? '')
    const packages: unknown = isObject(read) && isObject(read['_npx']) ? read['_npx']['packages'] : null
    const first: unknown = Array.isArray(packages) ? packages[0] : null
    return typeof first === 'string' ? first : null
  } catch {
    return null
  }
}

const isOfRegistry = (spec: string): boolean => /^bailiff(?:@[\w.^~-]+)?$/.test(spec)
