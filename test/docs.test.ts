import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FINDING_MESSAGES } from '../src/claims/messages.ts'
import { FAILURES, REFUSALS } from '../src/claims/validators/outcome.ts'
import { NAMES } from '../src/cli/commands/index.ts'
import { readLine } from '../src/cli/main.ts'
import { TIER_1 } from '../src/cli/screens/doctor.ts'
import { DRIVERS, SENSORS } from '../src/controller/drivers/built-in.ts'
import { CONTROLLER_ERRORS } from '../src/controller/errors.ts'
import { CYCLE_ENDS } from '../src/controller/facts.ts'
import { DENIALS } from '../src/controller/guard.ts'
import { parseBundle } from '../src/controller/parse.ts'
import { dispatchMessages, MESSAGES } from '../src/dispatch/messages.ts'
import { FINDINGS, NOTES as NOTES_OF_DOCTOR } from '../src/doctor/finding.ts'
import { FACT_KINDS as RUN_KINDS } from '../src/gate/facts.ts'
import { GATE_MESSAGES } from '../src/gate/messages.ts'
import { parseTask } from '../src/gate/parse.ts'
import { toldShape } from '../src/gate/protocol.ts'
import { stepShape } from '../src/gate/step.ts'
import { BLIND_SPOTS } from '../src/hosts/blind-spots.ts'
import { NOTES, REASONS } from '../src/ledger/findings.ts'
import { MOUNT_ERRORS } from '../src/mount/errors.ts'
import { DISPATCH_CODES } from '../src/policy/dispatch.ts'
import { parsePolicy } from '../src/policy/parse.ts'
import { FACT_KINDS } from '../src/session/facts.ts'
import { TURN_VERDICTS } from '../src/session/state.ts'
import { readShell } from '../src/shell/read.ts'
import { runCli } from './helpers/cli.ts'
import { judged, OPENED, type Said, STOPPED } from './helpers/entries.ts'
import { problemsOf } from './helpers/policies.ts'
import { fieldRows, kindRows, validatorFieldRows } from './helpers/policy-reference.ts'
import { watch } from './helpers/world.ts'

/** Compares what the documents say about files, links and classes with the sources. */

const ROOT = resolve(import.meta.dirname, '..')

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const filesUnder = (dir: string): string[] =>
  readdirSync(join(ROOT, dir), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(ROOT, join(one.parentPath, one.name)))
    .sort()

const DOCUMENTS = [...readdirSync(ROOT), ...filesUnder('docs'), ...filesUnder('examples')].filter((name) =>
  name.endsWith('.md'),
)

/** Text without code: links in code are examples. */
const prose = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '`')

/** The targets of a document's links, apart from those to other sites. */
const linksOf = (text: string): string[] =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to))

/** The anchors of a document, as Markdown renderers derive them from its headings. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(ROOT, target))) return false
  return anchor === undefined || anchorsOf(read(target)).includes(anchor)
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s links only to what exists', (document) => {
    const broken = linksOf(read(document)).filter((link) => !leadsSomewhere(document, link))
    expect(broken).toEqual([])
  })

  it('are linked: every document can be reached from another', () => {
    const linked = DOCUMENTS.flatMap((document) =>
      linksOf(read(document)).map((link) => join(dirname(document), link.split('#')[0] ?? '')),
    )
    const lost = DOCUMENTS.filter((document) => document.startsWith('docs/') && !linked.includes(document))
    expect(lost).toEqual([])
  })
})

describe('the decisions', () => {
  const names = readdirSync(join(ROOT, 'docs/adr')).sort()

  it('are numbered without a gap, and have their number in their title', () => {
    const numbers = names.map((_, i) => String(i + 1).padStart(4, '0'))
    expect(names.map((name) => name.slice(0, 4))).toEqual(numbers)
    expect(names.map((name) => read(`docs/adr/${name}`).slice(0, 7))).toEqual(numbers.map((number) => `# ${number} `))
  })

  it('are all listed in docs/architecture.md', () => {
    const text = read('docs/architecture.md')
    expect(names.filter((name) => !text.includes(`[${name.slice(0, 4)}](adr/${name})`))).toEqual([])
  })
})

/** The paths in the tree of docs/architecture.md; folders end with a slash. */
function treeOf(text: string): string[] {
  const [, tree = ''] = /^## The tree\n+```\n(.*?)^```/ms.exec(text) ?? []
  const folders: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? []
    const depth = indent.length / 2
    return names.split(' ').flatMap((name) => {
      if (name === '') return []
      const path = folders.slice(0, depth).join('') + name
      if (name.endsWith('/')) folders[depth] = name
      return [path]
    })
  })
}

const SOURCES = filesUnder('src').filter((path) => !/\.(?:test|test-d)\.ts$|\/conformance\//.test(path))

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md')
  const tree = treeOf(text)

  it('has only what exists in its tree', () => {
    expect(tree.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(tree.length).toBeGreaterThan(1)
  })

  it('has every folder of src in its tree', () => {
    const folders = new Set(SOURCES.map((path) => `${dirname(path)}/`))
    expect([...folders].filter((path) => !tree.includes(path))).toEqual([])
  })
})

describe('the pages for contributors', () => {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)

  it('say for every folder of src what it may import', () => {
    const [, order = ''] = /\*\*Imports point one way\*\*: ([^.]*)\./.exec(read('CONTRIBUTING.md')) ?? []
    expect(order.split(/[\s,→]+/).sort()).toEqual(folders.sort())
  })

  it('call no folder planned that exists', () => {
    const [, planned = ''] = /folders ([^.]*) are planned/.exec(read('docs/architecture.md')) ?? []
    const names = [...planned.matchAll(/`(\w+)\/`/g)].map(([, name = '']) => name)
    expect(names.filter((name) => folders.includes(name))).toEqual([])
  })

  it.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s names only files and folders that exist', (document) => {
    const words = [...read(document).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(' '))
    const inside = /^(?:src|test|docs|scripts|bench|examples|pack|plugin|\.ci|\.github)\/[^<*]*$/
    expect(words.filter((word) => inside.test(word) && !existsSync(join(ROOT, word)))).toEqual([])
  })
})

describe('docs/ledger-format.md', () => {
  it('describes every finding and note of the audit', () => {
    const rows = read('docs/ledger-format.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1])
      .join(' ')
    expect([...REASONS, ...NOTES].filter((name) => !rows.includes(`\`${name}\``))).toEqual([])
  })
})

describe('docs/messages.md', () => {
  it('lists every message to agents, word for word, and no other', () => {
    const rows = [...read('docs/messages.md').matchAll(/^\| `([A-Z_]+)` \| (.*?) \|/gm)].map(([, code, text]) => [
      code,
      text,
    ])
    expect(Object.fromEntries(rows)).toEqual({ ...MESSAGES, ...dispatchMessages(), ...GATE_MESSAGES })
  })
})

describe('docs/dispatch.md', () => {
  const text = read('docs/dispatch.md')

  it('gives the subject, the default answer and the trigger of every code', () => {
    const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (\w+) \| (\w+) \| \S/gm)].map(([, ...row]) => row)
    expect(rows).toEqual(Object.entries(DISPATCH_CODES).map(([code, row]) => [code, ...row]))
  })

  it('shows a valid section of a policy', () => {
    const [, example = ''] = /^```yaml\n(.*?)^```/ms.exec(text) ?? []
    expect(problemsOf(`version: 1\n${example}`)).toEqual([])
  })
})

describe('docs/gate.md', () => {
  const text = read('docs/gate.md')
  const rowsIn = (title: string): string[] => {
    const [, after = ''] = text.split(`## ${title}\n`)
    return [...(after.split('\n## ')[0] ?? '').matchAll(/^\| `([A-Za-z_]+)` \|/gm)].map(([, code = '']) => code)
  }

  it('explains every verdict, and no other', () => {
    expect(rowsIn('How a turn ends')).toEqual([...TURN_VERDICTS])
  })

  it('explains every finding, and no other', () => {
    expect(rowsIn('Finding codes').sort()).toEqual(Object.keys(FINDING_MESSAGES).sort())
  })
})

describe('docs/outcome.md', () => {
  it('lists every field of outcome --json, however a turn ended, and no other', async () => {
    const STREAM = 'session/claude-code-s'
    const keys = new Set<string>()
    const overruled: Said[] = [STOPPED, judged('blocked'), ['gate.overruled']]
    for (const said of [[], [STOPPED], [STOPPED, judged('earned')], overruled]) {
      const { tell, append, home } = watch()
      tell('claude-code', 'SessionStart', { session_id: 's', cwd: '/', source: 'startup' })
      append(STREAM, ...[OPENED, ...said].map(([kind, body = {}]) => ({ kind, body, actor: 'harness' as const })))
      const { out } = await runCli(['outcome', 's', '--json', '--home', home])
      for (const key of Object.keys(JSON.parse(out))) keys.add(key)
    }
    const [, table = ''] = /^\| field \|.*?\n(.*?)^$/ms.exec(read('docs/outcome.md')) ?? []
    const listed = table
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(listed.sort()).toEqual([...keys].sort())
  })
})

describe('docs/validators.md', () => {
  it('explains every code of a failure or refusal, and no other', () => {
    const rows = [...read('docs/validators.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, code]) => code)
    expect(rows).toEqual([...FAILURES, ...REFUSALS])
  })
})

describe('docs/what-you-see.md', () => {
  it('is short, and the first page that README and the architecture name', () => {
    expect(read('docs/what-you-see.md').match(/\S+/g)?.length).toBeLessThanOrEqual(800)
    const [, pages = ''] = read('README.md').split('## Documentation\n')
    expect(linksOf(pages)[0]).toBe('docs/what-you-see.md')
    expect(linksOf(read('docs/architecture.md'))[0]).toBe('what-you-see.md')
  })
})

describe('docs/commands.md', () => {
  it('lists every command, and no other', () => {
    const lines = read('docs/commands.md').match(/^bailiff .*/gm) ?? []
    const listed = lines.map((line) => NAMES.find((name) => line.startsWith(`bailiff ${name} `)) ?? line)
    expect(listed.sort()).toEqual([...NAMES].sort())
  })
})

/** The command lines of ours in a document, in words: in blocks for a shell, and in prose. A placeholder is one word. */
function commandsIn(text: string): string[][] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)
  const inline = [...text.replace(/^```.*?^```/gms, '').matchAll(/`((?:npx )?bailiff\s[^`]+)`/g)].map(([, code = '']) =>
    code.replace(/\s+/g, ' '),
  )
  return [...blocks, ...inline].flatMap((script) => {
    const plain = script
      .replace(/<[\w ./-]+>/g, 'x')
      .replace(/\[([^\]]*)\]/g, '$1')
      .replace(/^(?:node \S+\/bailiff\.cjs|\$bailiff|npx (?:--\S+ )*bailiff)(?= )/gm, 'bailiff')
    const read = readShell(plain)
    expect(read.kind, script).toBe('read')
    return read.kind !== 'read' ? [] : read.runs.filter(({ name }) => name === 'bailiff').map(({ texts }) => [...texts])
  })
}

/** Words that leave something out, in prose, and the pages of help. */
const isWhole = (words: readonly string[]): boolean =>
  !words.some((word) => /…|\.\.\.|\|/.test(word)) &&
  !/^(?:help|--\w+)$/.test(words[0] ?? '') &&
  !words.includes('--help')

/** The first words of what keys seal (docs/ledger-format.md), which look like commands. */
const SEALED = ['key0v1n', 'admin command', 'admin key']

const isGroup = (words: readonly string[]): boolean =>
  words.length === 1 && NAMES.some((name) => name.startsWith(`${words[0]} `))

const isTyped = (words: readonly string[]): boolean =>
  isWhole(words) && !isGroup(words) && !SEALED.includes(words.join(' '))

describe('every command line in a document', () => {
  it.each(DOCUMENTS.filter((document) => commandsIn(read(document)).length > 0))(
    'can be typed: %s',
    async (document) => {
      const faults: string[] = []
      for (const words of commandsIn(read(document)).filter(isTyped))
        await readLine(words, { env: {} }).catch(({ message }: Error) => {
          // In prose, a command or an option is often named without what must follow it.
          if (!/ needs |argument missing/.test(message)) faults.push(`${words.join(' ')}: ${message}`)
        })
      expect(faults).toEqual([])
    },
  )

  it('is found in blocks and in prose', () => {
    const text =
      '```sh\nnpm ci && bailiff init --yes # now\n$bailiff run a \\\n  -- b\n```\nUse `bailiff gc` or `npx bailiff\nverify`.\n'
    expect(commandsIn(text)).toEqual([['init', '--yes'], ['run', 'a', '--', 'b'], ['gc'], ['verify']])
  })
})

describe('README.md', () => {
  const text = read('README.md')
  const { scripts, version } = JSON.parse(read('package.json')) as { scripts: object; version: string }

  it('names only scripts, versions and pages that the package has', () => {
    const named = [...text.matchAll(/npm (?:run )?(start|test|[\w:]+)\b(?=[`\n ])/g)].map(([, name = '']) => name)
    expect(
      named.filter((name) => !['ci', 'install', 'root', 'pack', 'says'].includes(name) && !(name in scripts)),
    ).toEqual([])
    expect([...text.matchAll(/bailiff-(\S+)\.tgz/g)].map(([, one]) => one)).toEqual([version])
  })

  it('finds the plugin wherever the package is', async () => {
    expect(text).toContain('marketplace add "$(bailiff --where)"')
    const folder = (await runCli(['--where'])).out.trim()
    expect(JSON.parse(readFileSync(join(folder, '.claude-plugin/marketplace.json'), 'utf8')).name).toBe('bailiff')
  })
})

describe('docs/hosts.md', () => {
  const text = read('docs/hosts.md')

  it('lists every kind of entry of a session, and no other', () => {
    const [, table = ''] = /^## What is recorded$(.*?)^## /ms.exec(text) ?? []
    const kinds = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z]+\.[a-z]+/g) ?? [])
    expect(kinds.sort()).toEqual([...FACT_KINDS].sort())
  })

  it('explains every blind spot', () => {
    expect(Object.keys(BLIND_SPOTS).filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([])
  })
})

describe('docs/doctor.md', () => {
  it('explains every finding and note', () => {
    const rows = [...read('docs/doctor.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code)
    expect(rows.sort()).toEqual(Object.keys({ ...FINDINGS, ...NOTES_OF_DOCTOR }).sort())
  })

  it('says which attackers tier 1 stops, as the screen does', () => {
    const text = read('docs/doctor.md').replace(/\s+/g, ' ')
    expect(text).toContain(TIER_1.stops)
    expect(text).toContain(TIER_1.doesNotStop)
  })
})

describe('docs/threat-model.md', () => {
  it('names no unknown class of findings', () => {
    const [, table = ''] = /^\| attack \|.*?\n(.*?)^$/ms.exec(read('docs/threat-model.md')) ?? []
    const classes = table
      .split('\n')
      .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name))
    expect(classes.length).toBeGreaterThan(0)
    expect(classes.filter((name) => ![...REASONS, ...NOTES].some((known) => known === name))).toEqual([])
  })

  it('names the attack behind every finding of the audit', () => {
    const text = read('docs/threat-model.md')
    expect(REASONS.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})

describe('docs/policy.md', () => {
  const text = read('docs/policy.md')
  const lines = text.split('\n')

  it('has a row for every field and every kind of validator, as the schema has them', () => {
    const rows = [...fieldRows(), ...kindRows(), ...validatorFieldRows()]
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((row) => !lines.includes(row))).toEqual([])
    expect(lines.filter((line) => line.startsWith('| `') && !rows.includes(line))).toEqual([])
  })

  it('shows valid policies', () => {
    const examples = [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, example = '']) => example)
    const [small = '', long = '', contract = ''] = examples
    expect(examples).toHaveLength(3)
    expect([small, long].flatMap(problemsOf)).toEqual([])
    expect(parsePolicy(Buffer.from(small), Buffer.from(contract))).toMatchObject({ ok: true })
  })
})

describe('docs/run.md', () => {
  const text = read('docs/run.md')
  const examples = (language: string): string[] =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, example = '']) => example)

  it('shows a valid task', () => {
    expect(examples('yaml').map((example) => parseTask(Buffer.from(example)).ok)).toEqual([true])
  })

  it('shows valid lines of the protocol', () => {
    const lines = examples('json').flatMap((example) =>
      example
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(() => ('belief' in line ? stepShape : toldShape).parse(line)).not.toThrow()
  })

  it('explains every kind of entry of a run', () => {
    expect(RUN_KINDS.filter((kind) => !text.includes(kind))).toEqual([])
  })
})

describe('docs/mount.md', () => {
  it('names a test for every guarantee, and each of them exists', () => {
    const text = read('docs/mount.md')
    const [, table = ''] = text.split('## What is guaranteed\n')
    const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| \[[^\]]+\]\((.+?)\): (.+?) \|$/gm)]
    expect(rows.length).toBe(10)
    const missing = rows.filter(([, , file = '', title = '']) => {
      const source = read(join('docs', file)).replaceAll("\\'", "'")
      return !source.includes(title)
    })
    expect(missing.map(([row]) => row)).toEqual([])
  })
})

describe('docs/controller.md', () => {
  const text = read('docs/controller.md')
  const bundles = [
    ...[...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, bundle = '']) => bundle),
    ...['config-drift', 'issue-triage'].map((name) => read(`examples/${name}/bundle.yaml`)),
  ]

  it('and the examples show valid bundles', () => {
    expect(bundles).toHaveLength(4)
    for (const bundle of bundles) expect(parseBundle(Buffer.from(bundle))).toMatchObject({ ok: true })
  })

  it('explains how a cycle can end and why the guard denies an effect', () => {
    expect([...CYCLE_ENDS, ...Object.keys(DENIALS)].filter((word) => !text.includes(`| \`${word}\` |`))).toEqual([])
  })

  it('describes every driver and every sensor', () => {
    expect(Object.keys(DRIVERS).filter((kind) => !text.includes(`\n**\`${kind}\`** `))).toEqual([])
    expect(Object.keys(SENSORS).filter((kind) => !text.includes(`\n| \`${kind}\` |`))).toEqual([])
  })
})

describe('docs/errors.md', () => {
  it('explains every error code of runs and workers', () => {
    const text = read('docs/errors.md')
    expect(Object.keys(MOUNT_ERRORS).filter((code) => !text.includes(`- ${code}:`))).toEqual([])
  })

  it('explains every error code of controllers', () => {
    const text = read('docs/errors.md')
    expect(Object.keys(CONTROLLER_ERRORS).filter((code) => !text.includes(`- ${code}:`))).toEqual([])
  })

  it('lists every code of the command line', () => {
    const codes = [
      'POLICY_INVALID',
      'BINDING_UNMEETABLE',
      'KIND_MISPLACED',
      'TASK_INVALID',
      'POLICY_TAMPERED',
      'PERSON_ONLY',
      'NO_POLICY',
      'NOT_CONFIRMED',
      'STOPPED',
      'NO_OPEN_TURN',
      'NOTHING_OPEN',
      'SEVERAL_SESSIONS',
      'USAGE',
      'FILE_UNUSABLE',
    ]
    expect(codes.filter((code) => !read('docs/errors.md').includes(`${code}:`))).toEqual([])
  })
})
