import { projectId } from '../project.ts'

/** Where approved policies are under `$BAILIFF_HOME`. Copies are kept under the hash of their source, all of them. */

const projectDir = (home: string, root: string): string => `${home}/policy/${projectId(root)}`
export const approvalPath = (home: string, root: string): string => `${projectDir(home, root)}/approved.json`
export const copiesDir = (home: string, root: string): string => `${projectDir(home, root)}/copies`
export const sourceCopyPath = (home: string, root: string, source: string): string =>
  `${copiesDir(home, root)}/${source}.yaml`
export const compiledCopyPath = (home: string, root: string, source: string): string =>
  `${copiesDir(home, root)}/${source}.json`
/** The sealed record of what a source compiled to. */
export const compilationPath = (home: string, root: string, source: string): string =>
  `${copiesDir(home, root)}/${source}.sealed.json`
/** The sealed record of what a check first ran, by what it is about. */
export const baselinePath = (home: string, root: string, id: string): string =>
  `${projectDir(home, root)}/baselines/${id}.json`
export const signersDir = (home: string): string => `${home}/policy/signers`

/** The stream of what people decided about policies. */
export const POLICY_STREAM = 'admin/policy'
