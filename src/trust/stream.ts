import { projectId } from '../policy/project.ts'

/** The stream that holds what a project has learnt and counted. */
export const trustStream = (project: string): string => `trust/${projectId(project)}`
