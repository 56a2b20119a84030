import type { Command } from '../command.ts'

export const controllerResolve: Command = {
  name: 'controller resolve',
  summary: 'say what became of an unknown effect (people only)',
  usage: '<effect> --as done|not-done --reason <text> [options]',
  words: { min: 1, max: 1, names: '<effect>' },
  details: `An effect is unknown if a process died during it, or its target gave no clear
answer. It is never repeated blindly, so a person has to look at the target.
<effect> is its ref, or the start of its key, which "bailiff controller show"
prints. The answer is recorded, and "bailiff report" lists it.
Agents are refused with exit code 3.`,
  example: 'bailiff controller resolve 4e4f552f6b49 --as done --reason "the ticket exists"',
  options: {
    as: { value: 'done|not-done', help: 'done: it took effect; not-done: nothing changed' },
    reason: { value: '<text>', help: 'how you know, for people who read the record later' },
    controller: { value: '<name>', help: 'the controller; default: the one with this unresolved effect' },
    yes: { help: 'do not ask; agents are still refused' },
  },
  async run(args, io) {
    // Loads the schemas of controllers only if they are needed.
    const { resolveUnknown } = await import('../controller/resolve.ts')
    return resolveUnknown(args, io)
  },
}
