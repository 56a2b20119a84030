import type { DispatchPolicy } from '../../policy/dispatch.ts'
import { saidBy } from '../../policy/glob.ts'

/** Folders that builds and tools create and can recreate, by name. */
const OUTPUTS =
  ' dist build out target coverage node_modules .next .nuxt .output .turbo .cache .parcel-cache .vite .svelte-kit .astro __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .venv venv bin obj tmp temp logs .gradle .terraform .nyc_output htmlcov storybook-static _build .eggs .dart_tool DerivedData .angular .docusaurus '

/** Files that control which packages are installed (by name), and how the project is checked and released (by path). */
const LOCKS =
  ' package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb Cargo.lock go.sum poetry.lock uv.lock Pipfile.lock Gemfile.lock composer.lock deno.lock CODEOWNERS Jenkinsfile '
const CHECKS =
  '.github/workflows/ .github/actions/ .gitlab-ci.yml .circleci/ .buildkite/ azure-pipelines.yml .travis.yml bitbucket-pipelines.yml .bailiff/policy.yaml .bailiff/contract.yaml'

const has = (list: string, name: string): boolean => list.includes(` ${name} `)

/** True if a project path is build output; the policy's own globs take precedence. */
export function isBuildOutput(rest: string, { buildOutputs }: DispatchPolicy): boolean {
  const parts = rest.split('/')
  const said = buildOutputs.length === 0 ? null : saidBy(buildOutputs, parts)
  return said ?? parts.some((part) => has(OUTPUTS, part) || part.endsWith('.egg-info'))
}

/** True if a project path is a protected file; the policy's own globs take precedence. */
export function isProtectedFile(rest: string, { protectedFiles }: DispatchPolicy): boolean {
  const parts = rest.split('/')
  const said = protectedFiles.length === 0 ? null : saidBy(protectedFiles, parts)
  return said ?? (has(LOCKS, parts.at(-1) ?? '') || CHECKS.split(' ').some((one) => rest.startsWith(one)))
}
