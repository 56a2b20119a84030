import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { HEADER } from '../../src/mount/lines.ts'
import { type Chat, type Reply, startChatModel } from '../helpers/chat-model.ts'
import { tempDir } from '../helpers/temp.ts'

it('runs the example in docs/library.md as written, apart from the paths of the package and the ledger', () => {
  const dir = tempDir()
  const [, example = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/library.md', 'utf8')) ?? []
  const script = join(dir, 'example.mjs')
  const here = example
    .replace("'bailiff'", `'${resolve('dist/index.js')}'`)
    .replaceAll('/tmp/example-ledger', join(dir, 'home'))
  writeFileSync(script, here)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/kind: 'written'[\s\S]*seq: 1[\s\S]*\ntrue\n$/)
})

/** The contents of a page's fences in one language. */
const fencesIn = (page: string, language: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, content = '']) =>
    of === language ? [content] : [],
  )

/** A folder with the packages that the pages install. */
function folderWithPackages(): string {
  const dir = tempDir()
  mkdirSync(join(dir, 'node_modules'))
  symlinkSync(resolve('.'), join(dir, 'node_modules/bailiff'))
  for (const name of ['ai', '@ai-sdk', 'zod'])
    symlinkSync(resolve('node_modules', name), join(dir, 'node_modules', name))
  return dir
}

describe('docs/mount.md', () => {
  const fenced = (language: string): string[] => fencesIn('docs/mount.md', language)
  const [program = '', agent = ''] = fenced('js')
  const [printed = '', block = ''] = fenced('')
  /** The tool output in the block of the page. */
  const df = /^Filesystem.*?\n(?=Pointers)/ms.exec(block)?.[0] ?? ''

  /** Without the names and the mark, which differ from run to run. */
  const anonymous = (found: string): string =>
    found
      .replace(/(run|worker)\/\d{8}T\d{6}-[0-9a-f]{16}/g, '$1/…')
      .replaceAll(/marked (\w{8})\./.exec(found)?.[1] ?? '…', 'mark')
      .trimEnd()

  /** A model that spawns a worker, and then says the number if it can see one. */
  function scripted({ messages, tools = [] }: Chat): Reply {
    if (!tools.some(({ function: { name } }) => name === 'spawn_worker'))
      return { calls: [{ name: 'check_disk', input: {} }] }
    const seen = messages.map(({ content }) => content ?? '').join('\n')
    if (!messages.some(({ role }) => role === 'tool'))
      return { calls: [{ name: 'spawn_worker', input: { task: 'Check the disk', wait: true } }] }
    const use = /(\d+)%/.exec(seen)?.[1]
    return { text: use === undefined ? 'I could not check.' : `The disk is ${use}% full.` }
  }

  /** A folder with a `df` that prints what the page shows. */
  function folder(script: string): { dir: string; env: NodeJS.ProcessEnv } {
    const dir = folderWithPackages()
    mkdirSync(join(dir, 'bin'))
    writeFileSync(join(dir, 'bin/df'), `#!/bin/sh\ncat <<'END'\n${df}END\n`, { mode: 0o755 })
    writeFileSync(join(dir, 'lead.mjs'), script)
    const env = { ...process.env, BAILIFF_HOME: join(dir, 'home'), PATH: `${dir}/bin:${process.env['PATH']}` }
    return { dir, env }
  }

  async function ran(script: string) {
    const { dir, env } = folder(script)
    const { url, asked } = await startChatModel(scripted)
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['lead.mjs'], {
      cwd: dir,
      env: { ...env, MODEL_URL: url },
      timeout: 60_000,
    })
    expect(stderr).toBe('')
    const mounted = asked.at(-1)?.messages.find(({ content }) => content?.startsWith(HEADER))
    return { stdout, mounted: mounted?.content ?? '' }
  }

  it('starts with a program that runs as it is, and prints what the page says', async () => {
    const { stdout, mounted } = await ran(program)
    expect(`$ node lead.mjs\n${anonymous(stdout)}`).toBe(anonymous(printed))
    expect(anonymous(mounted)).toBe(anonymous(block))
  })

  it('shows an agent class that takes the place of the loop', async () => {
    const loop = /^const \{ text \} = await generateText.*?^\}\)\n/ms
    expect(program).toMatch(loop)
    const { stdout } = await ran(program.replace(loop, () => agent))
    expect(`$ node lead.mjs\n${anonymous(stdout)}`).toBe(anonymous(printed))
  })
})

describe('docs/controller.md', () => {
  const fenced = (language: string): string[] => fencesIn('docs/controller.md', language)
  const [motdBundle = '', releaseBundle = ''] = fenced('yaml')
  const [motd = '', symlink = '', release = '', suite = '', model = ''] = fenced('js')
  const [motdOutput = '', releaseOutput = ''] = fenced('')

  /** A folder with the files of the page. */
  function folder(programs: { [name: string]: string } = {}): string {
    const dir = folderWithPackages()
    const files = {
      'motd.yaml': motdBundle,
      'motd.mjs': motd,
      'symlink.mjs': symlink,
      'release.yaml': releaseBundle,
      'release.mjs': release,
      'symlink.test.mjs': suite,
      ...programs,
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
    return dir
  }

  /** `node` is the version that runs the tests. */
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`

  /** Runs a line of the page in a folder. Returns what the page shows: the line and its output. */
  async function shown(line: string, dir: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], {
      cwd: dir,
      env: { ...process.env, BAILIFF_HOME: join(dir, 'home'), PATH, ...env },
    })
    expect(stderr).toBe('')
    return `$ ${line}\n${stdout}`
  }

  const lineIn = (output: string): string => /^\$ (.*)$/m.exec(output)?.[1] ?? ''

  it('starts with a bundle and a program that run as they are, and print what the page says', async () => {
    const dir = folder()
    expect(await shown(lineIn(motdOutput), dir)).toBe(motdOutput)
    expect(readFileSync(join(dir, 'motd.txt'), 'utf8')).toBe('Welcome.\n')
  })

  it('shows a driver and a decide agent that work', async () => {
    const dir = folder()
    expect(await shown(lineIn(releaseOutput), dir)).toBe(releaseOutput)
    expect(readlinkSync(join(dir, 'current'))).toBe('releases/v2')
    expect(await shown('node release.mjs', dir)).toContain('releases/v2 is current.')
  })

  it('shows a suite that this driver passes, and that one without a truthful probe does not', async () => {
    expect(await shown('node --test symlink.test.mjs', folder())).toMatch(/pass [1-9]/)
    const lies = symlink.replace(/probe: async .*\n/, "probe: async () => 'done',\n")
    await expect(shown('node --test symlink.test.mjs', folder({ 'symlink.mjs': lies }))).rejects.toThrow()
  })

  it('shows how a model takes the place of the decide agent', async () => {
    const agent = /^const decide = \{.*?^\}\n/ms
    expect(release).toMatch(agent)
    const dir = folder({ 'release.mjs': release.replace(agent, () => model) })
    const decisions = [{ effect_ref: 'resource:link:current', target_state: { to: 'releases/v2' } }]
    const { url, asked } = await startChatModel(() => ({ text: JSON.stringify({ summary: 'v2 is new.', decisions }) }))
    const output = await shown(lineIn(releaseOutput), dir, { MODEL_URL: url })
    expect(output).toContain('succeeded: v2 is new.')
    expect(asked).toHaveLength(1)
    expect(readlinkSync(join(dir, 'current'))).toBe('releases/v2')
  })
})
