import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** What the gate must know nothing of: the words of the domain it was first made for. */
const DOMAIN = /\b(?:CIS|Kyverno|Rego|Ansible|kubectl|k8s|kubernetes|opa)\b/i

it('knows no word of any domain: those are data of a task', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  const found = files.filter((name) => DOMAIN.test(readFileSync(join(import.meta.dirname, name), 'utf8')))
  expect(found).toEqual([])
  expect(DOMAIN.test("run(['kubectl', 'apply'])")).toBe(true)
})
