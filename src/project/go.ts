import { check, type Ecosystem, type Listing } from './checks.ts'

/** Go modules, single or in a workspace. */
export const go: Ecosystem = {
  name: 'go',
  find(listing, dir) {
    const file = ['go.work', 'go.mod'].find((name) => listing.files.includes(dir + name))
    if (file === undefined) return []
    const packages = file === 'go.work' ? modulesIn(listing, dir) : './...'
    if (packages === '') return []
    const hasTests = listing.files.some((one) => one.startsWith(dir) && one.endsWith('_test.go'))
    return [
      ...(hasTests ? [check(dir, 'test', `go test ${packages}`, file)] : []),
      check(dir, 'lint', `go vet ${packages}`, file),
      check(dir, 'build', `go build ${packages}`, file),
    ]
  },
}

/** Names each module, because the workspace root need not be a module. */
const modulesIn = (listing: Listing, dir: string): string =>
  moduleFolders(listing, dir)
    .map((one) => (one === '.' ? './...' : `${one.startsWith('.') ? one : `./${one}`}/...`))
    .join(' ')

/** The folders of the modules of a workspace. */
export function moduleFolders(listing: Listing, dir: string): string[] {
  const text = (listing.read(`${dir}go.work`) ?? '').replace(/\/\/.*$/gm, '')
  const [, list] = /\buse\s*\(([^)]*)\)/.exec(text) ?? []
  const named = [...(list?.split(/\s+/) ?? []), ...[...text.matchAll(/^use\s+([^\s(]+)/gm)].map(([, one = '']) => one)]
  return named.filter((one) => one !== '')
}
