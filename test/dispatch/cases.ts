import { ACCESS } from './cases/access.ts'
import type { Cases } from './cases/cases.ts'
import { CHANGES } from './cases/changes.ts'
import { DESTRUCTION } from './cases/destruction.ts'
import { REMOVAL } from './cases/removal.ts'
import { TARGETS } from './cases/targets.ts'
import { TESTS } from './cases/tests.ts'

/** Every code that a shell command alone can get under the default policy. */
export const COMMANDS: Cases = { ...CHANGES, ...TESTS, ...TARGETS, ...ACCESS, ...REMOVAL, ...DESTRUCTION }
