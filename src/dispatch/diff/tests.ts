const TEST_FILE =
  /(?:^|\/)(?:__tests__|tests?|specs?|e2e|testing)\/(?!.*(?:fixtures?|__snapshots__|testdata|data|helpers?)\/).*\.\w+$|[._-](?:test|spec)s?\.[cm]?[jt]sx?$|[._-](?:test|spec)\.(?:py|rb|dart|ex|exs|lua|php|vue|svelte)$|(?:^|\/)test_[^/]+\.py$|_test\.(?:go|py|rb|exs|cc|cpp|c|dart)$|_spec\.(?:rb|lua|cr)$|Tests?\.(?:java|kt|cs|swift|php|scala|groovy|vb|fs)$|Spec\.(?:scala|groovy|kt|hs)$|(?:^|\/)conftest\.py$|\.feature$|\.bats$/
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|specs?|e2e)$/

/** Most paths have none of these, and to compile the rest would take a process that starts cold longer than all else. */
const STEMS = ['test', 'spec', 'e2e', '.feature', '.bats'] as const

function mayBeTest(path: string): boolean {
  const lower = path.toLowerCase()
  return STEMS.some((stem) => lower.includes(stem))
}

/** Whether a file is one in which tests stand, by its name. */
export const isTestFile = (path: string): boolean => mayBeTest(path) && TEST_FILE.test(path)

/** The same for a folder. */
export const isTestFolder = (path: string): boolean => mayBeTest(path) && TEST_FOLDER.test(path)
