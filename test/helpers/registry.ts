import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'

/** An npm registry on this machine with one package and its dependencies as installed here. Needs no network. */
export type Registry = { url: string; close(): Promise<void> }

type Manifest = { name: string; version: string; dependencies?: Record<string, string> }
type Published = { manifest: Manifest; file: string }

/** Serves a tarball and the installed dependencies of the project in this folder. Writes their tarballs to `dir`. */
export async function startRegistry(tarball: string, dir: string): Promise<Registry> {
  const manifest = manifestIn('.')
  const folders = [...new Set(dependenciesOf('.'))]
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', dir, ...folders], {
    encoding: 'utf8',
  })
  const files = (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => join(dir, filename))
  const others = folders.map((folder, i) => ({ manifest: manifestIn(folder), file: files[i] ?? '' }))
  const server = await listening([{ manifest, file: tarball }, ...others])
  return { url: urlOf(server), close: () => new Promise((done) => server.close(() => done())) }
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function listening(all: readonly Published[]): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1).replace(/\?.*$/, ''))
    const asked = all.find(({ file }) => name === `-/${file.split('/').at(-1)}`)
    if (asked !== undefined) return response.end(readFileSync(asked.file))
    const versions = all.filter(({ manifest }) => manifest.name === name)
    if (versions.length === 0) response.statusCode = 404
    return response.end(JSON.stringify(documentOf(name, versions, urlOf(server))))
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

const documentOf = (name: string, versions: readonly Published[], url: string) => ({
  name,
  'dist-tags': { latest: versions.at(-1)?.manifest.version },
  versions: Object.fromEntries(
    versions.map(({ manifest, file }) => [
      manifest.version,
      { ...manifest, dist: { tarball: `${url}/-/${file.split('/').at(-1)}` } },
    ]),
  ),
})

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of a package's dependencies, and of theirs. */
const dependenciesOf = (folder: string): string[] =>
  Object.keys(manifestIn(folder).dependencies ?? {}).flatMap((name) => {
    const found = installed(folder, name)
    return [found, ...dependenciesOf(found)]
  })

/** Finds a package as Node does: in the nearest folder above. */
function installed(from: string, name: string): string {
  const here = join(from, 'node_modules', name)
  if (existsSync(here)) return `./${here}`
  if (from === dirname(from)) throw new Error(`${name} is not installed. Run: npm ci`)
  return installed(dirname(from), name)
}
