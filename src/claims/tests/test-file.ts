const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|php|swift|scala|groovy|dart|vue|svelte)$/i
const NAMED =
  /(?:^|[._-])(?:tests?|spec|cy)\.[cm]?[jt]sx?$|(?:^|\/)test-[^/]*\.[cm]?[jt]sx?$|(?:^|\/)tests?[^/]*\.py$|_tests?\.py$|(?:^|\/)[^_./][^/]*_test\.go$|(?:_spec|_test|(?:^|\/)test_[^/]*)\.rb$|(?:Tests?|TestCase|Spec|IT)\.(?:java|kts?|cs|php|swift|scala|groovy)$|(?:^|\/)Test[A-Z][^/]*\.(?:java|kts?|cs|php)$|_test\.dart$|\.rs$/
const FOLDER = /(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress)\/.*\.(?:[cm]?[jt]sx?|rb|cs|swift|php)$/
const NOT =
  /(?:^|\/)(?:node_modules|vendor|target|dist|build|\.[^/]+|__snapshots__|__fixtures__|__mocks__|fixtures?|testdata)\/|\.d\.[cm]?ts$/

/** True if a file's name says that it holds tests, wherever it is. */
export const isNamedTest = (path: string): boolean => /\.(?:tests?|spec|cy)\.\w+$/i.test(path)

/** True if runners look for tests in a file of this name. Rust keeps them beside the code: each of its files may have some. */
export const isTestFile = (path: string): boolean =>
  CODE.test(path) && !NOT.test(path) && (NAMED.test(path) || FOLDER.test(path))
