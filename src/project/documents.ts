/** Markdown and its kin, which people read at the root of a package. Elsewhere it may be a template, a prompt or a page that code loads. */
const AT_ROOT = ['*.md', '*.markdown', '*.rst', '*.adoc', 'docs/**']

const ABOUT_THE_PROJECT = [
  ...['LICENSE', 'LICENSE.txt', 'LICENSE-APACHE', 'LICENSE-MIT', 'NOTICE', 'NOTICE.txt'],
  ...['AUTHORS', 'CHANGELOG', 'CHANGELOG.txt'],
]

/** Files of tests, and code among the documents. */
const NEVER = [
  ...['test', 'tests', 'testdata', 'fixtures', '__*__'].map((folder) => `!**/${folder}/**`),
  ...['js*', '?js', 'ts*', '?ts', 'mdx', 'vue', 'svelte', 'py*', 'go', 'rs', 'sh'].map((ending) => `!**/*.${ending}`),
]

/** Files that people read and no check depends on, as globs. `packages` are folders of packages besides the root. */
export const documentsOf = (packages: readonly string[]): string[] => [
  ...AT_ROOT,
  ...ABOUT_THE_PROJECT,
  ...packages.flatMap((folder) => [`${folder}/*.md`, `${folder}/docs/**`]),
  ...NEVER,
]

/** True if a check reads documents, so that a change to them can break it. */
export const readsDocuments = (runs: string): boolean =>
  /\.(?:md|rst|adoc)\b|markdown|remark|\bvale\b|textlint|mkdocs|docusaurus|sphinx|doctest|\blychee\b/i.test(runs)
