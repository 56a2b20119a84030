/** Markdown and its kin, which people read at the root of a package. Elsewhere it may be a template, a prompt or a page that code loads. */
const AT_ROOT = ['*.{md,markdown,rst,adoc}', 'docs/**']

const ABOUT_THE_PROJECT = ['{LICENSE,NOTICE,AUTHORS,CHANGELOG}{,.txt}', 'LICENSE-{APACHE,MIT}']

/** Files of tests, and code among the documents. */
const NEVER = ['!**/{test,tests,testdata,fixtures,__*__}/**', '!**/*.{js*,?js,ts*,?ts,mdx,vue,svelte,py*,go,rs,sh}']

/** Files that people read and no check depends on, as globs. `packages` are folders of packages besides the root. */
export const documentsOf = (packages: readonly string[]): string[] => [
  ...AT_ROOT,
  ...ABOUT_THE_PROJECT,
  ...packages.map((folder) => `${folder}/{*.md,docs/**}`),
  ...NEVER,
]

/** True if a check reads documents, so that a change to them can break it. */
export const readsDocuments = (runs: string): boolean =>
  /\.(?:md|rst|adoc)\b|markdown|remark|\bvale\b|textlint|mkdocs|docusaurus|sphinx|doctest|\blychee\b/i.test(runs)
