import { describe, expect, it } from 'vitest'
import { sectionIn } from './sections.ts'

const PYPROJECT = `[project]
name = "a"
dependencies = [
  "requests",
]

[tool.text]
long = """
one [
two"""

[tool.pytest.ini_options]
testpaths = ["tests"] # where they are
addopts = [
  "-q",
]

[tool.ruff.lint]
select = ["E"]
`

describe('a part of a file that is not JSON', () => {
  const pytest = (text: string): string | null => sectionIn('pyproject.toml', text, '/tool/pytest')

  it('is a table of a TOML file, and the tables below it', () => {
    expect(pytest(PYPROJECT)).toContain('testpaths = ["tests"]')
    expect(pytest(PYPROJECT)).toContain('"-q",')
    expect(pytest('[project]\nname = "a"\n')).toBeNull()
    expect(sectionIn('pyproject.toml', PYPROJECT, '/tool/ruff')).toContain('select')
  })

  it.each([
    ['a new dependency', PYPROJECT.replace('"requests",', '"requests",\n  "flask",')],
    ['another table', `${PYPROJECT}[tool.mypy]\nstrict = true\n`],
    ['a comment and layout', PYPROJECT.replace('# where they are', '# here').replace('  "-q"', '    "-q"')],
  ])('stays the same with %s', (_, text) => expect(pytest(text)).toBe(pytest(PYPROJECT)))

  it.each([
    ['other options', PYPROJECT.replace('"-q"', '"-q", "--deselect=x"')],
    ['other paths', PYPROJECT.replace('["tests"]', '["none"]')],
    ['a new option', PYPROJECT.replace('addopts', 'norecursedirs = ["x"]\naddopts')],
    ['no table', PYPROJECT.replace('[tool.pytest.ini_options]', '[tool.other]')],
  ])('differs with %s', (_, text) => expect(pytest(text)).not.toBe(pytest(PYPROJECT)))

  it('is one key of a TOML file, or a list of tables', () => {
    const cargo =
      '[package]\nname = "a"\nautotests = false\n[[test]]\nname = "x"\nharness = false\n[dependencies]\nb = "1"\n'
    expect(sectionIn('Cargo.toml', cargo, '/package/autotests')).toContain('false')
    expect(sectionIn('Cargo.toml', cargo, '/test')).toContain('harness = false')
    expect(sectionIn('Cargo.toml', cargo, '/test')).not.toContain('b = "1"')
  })

  it('is a section of an INI file', () => {
    const cfg = '[metadata]\nname = a\n[tool:pytest]\naddopts =\n    -q\n    --strict\n[flake8]\nmax = 1\n'
    const section = sectionIn('setup.cfg', cfg, '/tool:pytest')
    expect(section).toContain('--strict')
    expect(section).not.toContain('max')
    expect(sectionIn('tox.ini', cfg, '/pytest')).toBeNull()
  })

  it('is a property of a JavaScript file', () => {
    const of = (text: string): string | null => sectionIn('vite.config.ts', text, '/test')
    const config = "export default defineConfig({\n  plugins: [vue()],\n  test: {\n    include: ['a/**'],\n  },\n})\n"
    expect(of(config)).toContain("include: ['a/**']")
    expect(of(config.replace('vue()', 'vue(), svg()'))).toBe(of(config))
    expect(of(config.replace("'a/**'", "'b/**'"))).not.toBe(of(config))
    expect(of('export default { plugins: [] }\n')).toBeNull()
    expect(of('export default { test: options, x: 1 }')).toBe('options')
  })
})
