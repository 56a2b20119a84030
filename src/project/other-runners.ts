import { check, type Ecosystem, type Listing } from './checks.ts'
import { COMPOSER, DENO, tasksIn } from './tasks.ts'

/** Projects whose tests run with Deno, RSpec or PHPUnit: by their own task, else by the runner itself. */

const isThere = ({ files }: Listing, dir: string, name: RegExp): string | undefined =>
  files.find((file) => file.startsWith(dir) && name.test(file.slice(dir.length)))

export const deno: Ecosystem = {
  name: 'deno',
  find(listing, dir) {
    const config = isThere(listing, dir, /^deno\.jsonc?$/)
    if (config === undefined) return []
    const file = config.slice(dir.length)
    const source = file.endsWith('c') ? file : `${file}#/tasks/test`
    if (hasTest(listing, dir, DENO)) return [check(dir, 'test', 'deno task test', source)]
    const test = isThere(listing, dir, /(?:^|[/._])test\.(?:[jt]sx?|m[jt]s)$/)
    return test === undefined ? [] : [check(dir, 'test', 'deno test', test.slice(dir.length))]
  },
}

export const ruby: Ecosystem = {
  name: 'ruby',
  find(listing, dir) {
    const spec = isThere(listing, dir, /^spec\/(?:.+\/)?[^/]+_spec\.rb$/)
    if (spec === undefined) return []
    const isBundled = /\brspec\b/.test(
      ['Gemfile', 'Gemfile.lock'].map((one) => listing.read(dir + one) ?? '').join('\n'),
    )
    return [check(dir, 'test', isBundled ? 'bundle exec rspec' : 'rspec', spec.slice(dir.length))]
  },
}

export const php: Ecosystem = {
  name: 'php',
  find(listing, dir) {
    if (hasTest(listing, dir, COMPOSER)) return [check(dir, 'test', 'composer test', 'composer.json#/scripts/test')]
    const config = isThere(listing, dir, /^phpunit(?:\.dist)?\.xml$|^phpunit\.xml\.dist$/)
    if (config === undefined) return []
    const isOwn = listing.files.includes(`${dir}composer.json`)
    return [check(dir, 'test', isOwn ? 'vendor/bin/phpunit' : 'phpunit', config.slice(dir.length))]
  },
}

const hasTest = (listing: Listing, dir: string, files: typeof DENO): boolean =>
  tasksIn(listing, dir, files).some(({ name }) => name === 'test')
