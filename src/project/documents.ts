/** Files that people read and no check depends on. Files of tests are left out. */
export const DOCUMENTS: readonly string[] = [
  '**/*.md',
  '**/*.markdown',
  '**/*.rst',
  '**/*.adoc',
  'docs/**/*.txt',
  'docs/**/*.html',
  'docs/**/*.png',
  'docs/**/*.jpg',
  'docs/**/*.svg',
  'LICENSE',
  'LICENSE.txt',
  'LICENSE-APACHE',
  'LICENSE-MIT',
  'NOTICE',
  'NOTICE.txt',
  'AUTHORS',
  'CHANGELOG',
  'CHANGELOG.txt',
  '!**/test/**',
  '!**/tests/**',
  '!**/testdata/**',
  '!**/fixtures/**',
  '!**/__*__/**',
]

/** True if a check reads documents, so that a change to them can break it. */
export const readsDocuments = (runs: string): boolean =>
  /\.(?:md|rst|adoc)\b|markdown|remark|\bvale\b|textlint|mkdocs|docusaurus|sphinx|doctest|\blychee\b/i.test(runs)
