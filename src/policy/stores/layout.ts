import { projectId } from '../project.ts'

/** Paths of approved policies under `$BAILIFF_HOME`. Every copy is kept, named by the hash of its source. */

const projectDir = (home: string, root: string): string => `${home}/policy/${projectId(root)}`
export const approvalPath = (home: string, root: string): string => `${projectDir(home, root)}/approved.json`
export const copiesDir = (home: string, root: string): string => `${projectDir(home, root)}/copies`
export const sourceCopyPath = (home: string, root: string, source: string): string =>
  `${copiesDir(home, root)}/${source}.yaml`
export const compiledCopyPath = (home: string, root: string, source: string): string =>
  `${copiesDir(home, root)}/${source}.json`
/** The sealed record that links a source to its compiled form. */
export const compilationPath = (home: string, root: string, source: string): string =>
  `${copiesDir(home, root)}/${source}.sealed.json`
/** The sealed record of a check's first pass; `id` identifies the check and its approval. */
export const baselinePath = (home: string, root: string, id: string): string =>
  `${projectDir(home, root)}/baselines/${id}.json`
/** The sealed record of the weakened tests that people accepted. */
export const acceptedTestsPath = (home: string, root: string): string => `${projectDir(home, root)}/accepted-tests.json`
/** The sealed record of the tests that are weakened on a branch. */
export const weakenedTestsPath = (home: string, root: string, branch: string): string =>
  `${projectDir(home, root)}/weakened/${projectId(branch)}.json`

/** The sealed record of a check's run; `id` identifies the check, its approval and the content. */
export const floorPath = (home: string, root: string, id: string): string =>
  `${projectDir(home, root)}/floors/${id}.json`
export const signersDir = (home: string): string => `${home}/policy/signers`

/** The stream of people's decisions about policies. */
export const POLICY_STREAM = 'admin/policy'
