import type { MethodLanguage } from './methods.ts'
import type { Lexis } from './tokens.ts'

const C_LIKE: Lexis = { line: ['//'], nested: false, templates: false, raw: [], lifetimes: false }
const THREE = '"""'

const GO: MethodLanguage = {
  lexis: { ...C_LIKE, raw: ['`'] },
  named: /^(?:Test|Fuzz|Example)(?![a-z])/,
  marked: null,
}
const RUST: MethodLanguage = {
  lexis: { ...C_LIKE, nested: true, lifetimes: true },
  named: null,
  marked: /^(?:test|rstest|test_case|quickcheck|wasm_bindgen_test)$/,
}
const JAVA: MethodLanguage = {
  lexis: { ...C_LIKE, raw: [THREE] },
  named: /^test[A-Z_]/,
  marked: /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/,
}
const KOTLIN: MethodLanguage = { ...JAVA, lexis: { ...C_LIKE, nested: true, raw: [THREE, '`'] } }
const DOTNET: MethodLanguage = {
  lexis: { ...C_LIKE, raw: [THREE] },
  named: null,
  marked: /^(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Property)$/,
}
const PHP: MethodLanguage = {
  lexis: { ...C_LIKE, line: ['//', '#'] },
  named: /^test/,
  marked: /^(?:Test|DataProvider)$/,
}
const SWIFT: MethodLanguage = {
  lexis: { ...C_LIKE, nested: true, raw: [THREE] },
  named: /^test/,
  marked: /^Test$/,
}

/** Languages whose tests are functions or methods, by the ending of their files. */
export const METHOD_LANGUAGES: { readonly [ending: string]: MethodLanguage } = {
  go: GO,
  rs: RUST,
  java: JAVA,
  groovy: JAVA,
  scala: KOTLIN,
  kt: KOTLIN,
  kts: KOTLIN,
  cs: DOTNET,
  php: PHP,
  swift: SWIFT,
}
