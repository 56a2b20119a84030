import { cycleTen } from './ten-cycle.ts'

/** Runs one cycle of a controller with ten effects, and prints how it ended. The argument is JSON. */
const { root } = JSON.parse(process.argv[2] ?? '') as { root: string }
process.stdout.write(`${JSON.stringify(await cycleTen(root))}\n`)
