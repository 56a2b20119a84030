import type { Bundle } from '../../src/controller/bundle.ts'
import type { BundleFinding } from '../../src/controller/findings.ts'
import { parseBundle } from '../../src/controller/parse.ts'

/** The example of the specification: three built-in agents, no id, and the policy at a step. */
export const SPECIFIED = `body:
  agents:
    - agent_id: tm-agent/observer:0.1  # ObserveAgent
    - agent_id: tm-agent/decide:0.1    # DecideAgent
    - agent_id: tm-agent/actor:0.1     # ActAgent
  plan:
    - step: observe
      agent_id: tm-agent/observer:0.1
      outputs: ["state:env.snapshot"]
    - step: decide
      agent_id: tm-agent/decide:0.1
      inputs: ["state:env.snapshot"]
      outputs: ["artifact:proposed.plan"]
    - step: act
      agent_id: tm-agent/actor:0.1
      inputs: ["artifact:proposed.plan"]
      outputs: ["artifact:execution.report"]
      meta:
        policy:
          allow:
            - state:env.snapshot
            - artifact:proposed.plan
            - artifact:execution.report
`

/** A bundle that uses every field: wildcards, drivers, schemas, limits. */
export const FULL = `envelope: { artifact_type: agent_bundle, version: v0 }
body:
  bundle_id: config-drift
  agents:
    - agent_id: drift/observer
      name: Reads the config files
      version: "1"
      runtime: { kind: builtin.observe, config: { sensors: { files: { kind: file, path: conf } } } }
      contract:
        inputs: [{ ref: "resource:config:*", required: false }]
        outputs: [{ ref: state:env.snapshot, schema: { type: object } }]
      config_schema: { type: object, properties: { sensors: { type: object } }, required: [sensors] }
      evidence_outputs: [{ name: builtin.observer.snapshot, description: raw data, target: state:env.snapshot }]
    - agent_id: drift/decider
      role: decide
      contract:
        inputs: [state:env.snapshot, environment:desired]
    - agent_id: drift/actor
      runtime: { kind: builtin.act }
      contract:
        outputs:
          - ref: resource:config:*
            kind: resource
            schema: { type: object, properties: { content: { type: string } }, required: [content] }
            required: false
            mode: mutate
          - resource:service:reload
        effects:
          - name: write_config
            kind: resource
            target: resource:config:*
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: { kind: file, path: "conf/{1}" }
            rollback: { restore: true }
            evidence: { type: hash, path: "conf/{1}" }
          - name: reload
            target: resource:service:reload
            idempotency: { type: non-idempotent, key_fields: [plan_id, idempotency_key] }
            driver: { kind: command, command: [systemctl, reload, app] }
  plan:
    - step: look
      agent_id: drift/observer
      phase: init
    - step: think
      agent_id: drift/decider
      inputs: [state:env.snapshot, environment:desired]
      outputs: [artifact:proposed.plan]
      description: Compares the files with the desired state
      meta: { reliability: { timeout_seconds: 5 } }
    - step: change
      agent_id: drift/actor
      inputs: [artifact:proposed.plan]
      outputs: [artifact:execution.report, state:act.result, "resource:config:*"]
      meta: { policy: { allow: [resource:service:reload] } }
  meta:
    phase: run
    intent_id: intent.keep-config
    preconditions: [environment:desired]
    policy:
      allow: [state:env.snapshot, artifact:proposed.plan, "resource:config:*"]
      approve: [resource:config:app.conf]
    reliability:
      timeout_seconds: 30
      steps: { think: { timeout_seconds: 9, max_attempts: 3 }, change: { max_attempts: 2 } }
`

const DRIVERS = ['file', 'command', 'http']

export const parseBundleText = (text: string, drivers: readonly string[] | null = DRIVERS) =>
  parseBundle(Buffer.from(text), drivers)

/** Parses a bundle; throws if it has problems. */
export function bundleOf(text: string): Bundle {
  const parsed = parseBundleText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings, null, 1))
  return parsed.bundle
}

/** The problems of a bundle. */
export function findingsIn(text: string | Uint8Array, drivers: readonly string[] | null = DRIVERS): BundleFinding[] {
  const parsed = parseBundle(typeof text === 'string' ? Buffer.from(text) : text, drivers)
  return parsed.ok ? [] : parsed.findings
}

/** `CODE line:column message` of each problem of a bundle. */
export const problemsIn = (text: string | Uint8Array): string[] =>
  findingsIn(text).map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)

/** Replaces text that occurs exactly once, so that an edit cannot silently miss. */
export function edited(text: string, ...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw new Error(`Occurs ${now.split(from).length - 1} times: ${from}`)
    return now.replace(from, () => to)
  }, text)
}
