import { describe, expect, it } from 'vitest'
import { check } from './checks.ts'
import { packagesIn } from './packages.ts'

const packages = (files: { [path: string]: string }, at: string[] = []): string[] =>
  packagesIn(
    { files: Object.keys(files), read: (path) => files[path] ?? null },
    at.map((dir) => check(dir, 'test', 'npm test', 'package.json#/scripts/test')),
  )

describe('the packages of a project', () => {
  it.each([
    ['npm', { 'package.json': '{"workspaces":["packages/*","web/"]}' }, ['packages/*', 'web']],
    ['yarn', { 'package.json': '{"workspaces":{"packages":["./libs/*","!libs/old"]}}' }, ['libs/*']],
    ['pnpm', { 'pnpm-workspace.yaml': "packages:\n  - 'apps/*' # all\n  - site\n" }, ['apps/*', 'site']],
    [
      'Cargo',
      { 'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = [\n  "crates/*",\n  "cli",\n]\n' },
      ['crates/*', 'cli'],
    ],
    ['uv', { 'pyproject.toml': '[project]\nname = "a"\n[tool.uv.workspace]\nmembers = ["libs/*"]\n' }, ['libs/*']],
    ['Go', { 'go.work': 'go 1.22\nuse (\n\t./api\n\t.\n)\nuse ./cmd\n' }, ['api', 'cmd']],
  ])('are those that the workspace of %s declares', (_, files, expected) => {
    expect(packages(files)).toEqual(expected)
  })

  it('are only folders that are packages, if the workspace could mean any folder', () => {
    const files = { 'a/package.json': '{}', 'src/prompts/a.md': '', 'libs/x/y/package.json': '{}' }
    expect(packages({ ...files, 'package.json': '{"workspaces":["*","libs/**"]}' })).toEqual(['a', 'libs/x/y'])
  })

  it('are where the checks run, if the root is no package', () => {
    expect(packages({}, ['backend/', 'frontend/'])).toEqual(['backend', 'frontend'])
    expect(packages({ 'package.json': '{}' }, [''])).toEqual([])
  })

  it('are all of a folder if many checks run there', () => {
    const many = Array.from({ length: 9 }, (_, i) => `libs/p${i}/`)
    expect(packages({}, [...many, 'web/'])).toEqual(['libs/*', 'web'])
  })

  it('are none outside the project, and none whose name means something else in a policy', () => {
    const given = ['../other', '/etc', '.', './', '!x', 'a/../b', '.hidden', 'a"b', 'a\nb', '{a,b}/*', 3]
    expect(packages({ 'package.json': JSON.stringify({ workspaces: given }) })).toEqual([])
    expect(packages({ 'package.json': '[', 'Cargo.toml': '[workspace]\nmembers = ["', 'go.work': 'use (' })).toEqual([])
  })
})
