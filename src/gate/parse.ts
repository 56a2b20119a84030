import { type Problem, readDocument } from '../policy/document.ts'
import { toProblems } from '../policy/problems.ts'
import { type Task, taskSchema } from './task.ts'

/** A valid task, or the problems in its file. */
export type ParsedTask = { ok: true; task: Task } | { ok: false; problems: Problem[] }

/** Parses the bytes of a task file. Returns as many problems as can be found in one go, each with line and column. */
export function parseTask(bytes: Uint8Array): ParsedTask {
  const read = readDocument(bytes)
  if (!read.ok) return read
  if (read.document.value === null)
    return {
      ok: false,
      problems: [{ line: 1, column: 1, message: 'The file is empty. The smallest task is: version: 1' }],
    }
  const checked = taskSchema.safeParse(read.document.value)
  if (!checked.success) return { ok: false, problems: toProblems(checked.error.issues, read.document) }
  return { ok: true, task: checked.data }
}
