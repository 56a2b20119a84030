import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Around, type Ran, runCli } from './cli.ts'
import { tempDir } from './temp.ts'

/** A bundle that keeps config files at a desired state. */
export type BundleOptions = {
  id?: string | null
  desired?: { [file: string]: string }
  allow?: string
  approve?: string[]
  driver?: string
  decide?: string
  act?: string
}

export const bundleOf = ({
  id = 'drift',
  desired = { 'a.conf': 'a = 1\n', 'b.conf': 'b = 2\n' },
  allow = 'resource:config:*',
  approve = [],
  driver = '{ kind: file, path: "config/{1}" }',
  decide,
  act = '{ kind: builtin.act }',
}: BundleOptions = {}): string => `
body:${id === null ? '' : `\n  bundle_id: ${id}`}
  agents:
    - agent_id: observe:1
      runtime: { kind: builtin.observe, config: { sensors: { files: { kind: file, folder: config } } } }
    - agent_id: decide:1
      ${
        decide ??
        `runtime: { kind: builtin.decide, config: { desired: ${JSON.stringify(
          Object.entries(desired).map(([file, content]) => ({
            effect_ref: `resource:config:${file}`,
            observed: ['files', file],
            target_state: { content },
          })),
        )} } }`
      }
    - agent_id: act:1
      runtime: ${act}${act.includes('custom') ? '\n      role: act' : ''}
      contract:
        outputs: [{ ref: "resource:config:*", mode: mutate }]
        effects:
          - name: write a config file
            target: resource:config:*
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: ${driver}
  plan:
    - { step: observe, agent_id: observe:1, outputs: ["state:env.snapshot"] }
    - { step: decide, agent_id: decide:1, inputs: ["state:env.snapshot"], outputs: ["artifact:proposed.plan"] }
    - step: act
      agent_id: act:1
      inputs: ["artifact:proposed.plan"]
      outputs: ["artifact:execution.report", "state:act.result", "resource:config:*"]
  meta:
    policy:
      allow: ["state:env.snapshot", "artifact:proposed.plan", "${allow}"]
      approve: ${JSON.stringify(approve)}
`

/** A folder with a bundle and the config files it looks after, and a ledger. */
export type ControllerPlace = {
  dir: string
  home: string
  /** Writes the bundle, and returns its name. */
  bundle(options?: BundleOptions, name?: string): string
  write(file: string, text: string): void
  read(file: string): string
  /** Runs a command line in the folder. */
  cli(argv: readonly string[], around?: Around, env?: NodeJS.ProcessEnv): Promise<Ran>
  /** Runs a command line with --json, and returns its value. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they like
  json(argv: readonly string[], around?: Around): Promise<any>
}

export function controllerPlace(options: BundleOptions = {}): ControllerPlace {
  const root = tempDir()
  const [dir, home] = [join(root, 'work'), join(root, 'home')]
  mkdirSync(join(dir, 'config'), { recursive: true })
  const cli: ControllerPlace['cli'] = (argv, around = {}, env = {}) =>
    runCli(argv, { HOME: join(root, 'person'), BAILIFF_HOME: home, ...env }, { cwd: dir, ...around })
  const write: ControllerPlace['write'] = (file, text) => writeFileSync(join(dir, file), text)
  const bundle: ControllerPlace['bundle'] = (given = {}, name = 'bundle.yaml') => {
    write(name, bundleOf(given))
    return name
  }
  bundle(options)
  return {
    dir,
    home,
    bundle,
    write,
    read: (file) => readFileSync(join(dir, file), 'utf8'),
    cli,
    json: async (argv, around) => JSON.parse((await cli([...argv, '--json'], around)).out),
  }
}

/** Approves every change in the bundle itself. */
export const APPROVED: BundleOptions = { approve: ['resource:config:*'] }
