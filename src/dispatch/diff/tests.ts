const TEST_FILE =
  /(?:^|\/)(?:__tests__|tests?|specs?|e2e|testing)\/(?!.*(?:fixtures?|__snapshots__|testdata|data|helpers?)\/).*\.\w+$|[._-](?:test|spec)s?\.[cm]?[jt]sx?$|[._-](?:test|spec)\.(?:py|rb|dart|ex|exs|lua|php|vue|svelte)$|(?:^|\/)test_[^/]+\.py$|_test\.(?:go|py|rb|exs|cc|cpp|c|dart)$|_spec\.(?:rb|lua|cr)$|Tests?\.(?:java|kt|cs|swift|php|scala|groovy|vb|fs)$|Spec\.(?:scala|groovy|kt|hs)$|(?:^|\/)conftest\.py$|\.feature$|\.bats$/
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|specs?|e2e)$/

/** Most paths contain none of these. Checked first: compiling the patterns would take most of a cold process's time. */
const STEMS = ['test', 'spec', 'e2e', '.feature', '.bats'] as const

function mayBeTest(path: string): boolean {
  const lower = path.toLowerCase()
  return STEMS.some((stem) => lower.includes(stem))
}

/** True if a file name looks like a test file. */
export const isTestFile = (path: string): boolean => mayBeTest(path) && TEST_FILE.test(path)

/** True if a folder name looks like a test folder. */
export const isTestFolder = (path: string): boolean => mayBeTest(path) && TEST_FOLDER.test(path)
