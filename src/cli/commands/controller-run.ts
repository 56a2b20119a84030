import type { Command } from '../command.ts'

export const controllerRun: Command = {
  name: 'controller run',
  summary: 'observe, decide and act: one cycle, or a loop',
  usage: '<bundle.yaml> [options]',
  words: { min: 1, max: 1, names: '<bundle.yaml>' },
  details: `Runs one cycle, or finishes the one that a crash interrupted. Relative paths in
the bundle start in the current folder. Every effect passes the bundle's policy
and the checks for tool calls, and happens at most once.
Changes to resources need a person's approval unless the bundle's policy gives
it. At a terminal the plan is shown as a diff against the state as it is now;
otherwise the cycle ends and prints the command that approves exactly this plan.
If the state has changed by then, the plan is stale and not carried out.
The artifacts of the newest cycle are written to controller_artifacts/ beside
the bundle; a dry run writes them only with --out.
With --every, cycles follow each other until Ctrl-C, which finishes the effect
in hand. --json then prints one value per cycle.
Exit codes: 0 the goal is reached, or there was nothing to do; 2 failed, partial
or denied; 3 a person must approve, or rejected the plan, or another process
runs this controller; 1 error. A loop that is stopped exits with 0.`,
  example: 'bailiff controller run bundle.yaml --every 30s',
  options: {
    name: { value: '<controller>', help: "the controller's name; default: the bundle's id, or one made from its path" },
    approve: { value: '<plan_id>', help: 'approve exactly this plan and carry it out; people only' },
    'dry-run': { help: 'observe, decide and judge, and show what would change' },
    every: { value: '<n>s|m|h', help: 'run a cycle again and again, with this pause; longer after failures' },
    cycles: { value: '<n>', help: 'end the loop after n cycles' },
    agents: { value: '<file.mjs>', help: 'a module whose default export maps agent ids to agents' },
    out: { value: '<dir>', help: 'the folder for artifacts' },
    'take-over': { help: 'take the controller from a process that cannot be checked from here; people only' },
    yes: { help: 'do not ask before taking over; agents are still refused' },
  },
  async run(args, io) {
    // YAML, schemas and drivers are loaded only here: other commands would start more slowly for nothing.
    const { runController } = await import('../controller/run.ts')
    return runController(args, io)
  },
}
