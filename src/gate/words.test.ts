import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Words of the domain that the gate was first made for; none may appear in it. */
const DOMAIN = /\b(?:CIS|Kyverno|Rego|Ansible|kubectl|k8s|kubernetes|opa)\b/i

it('contains no words of any domain: those are data of a task', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  const found = files.filter((name) => DOMAIN.test(readFileSync(join(import.meta.dirname, name), 'utf8')))
  expect(found).toEqual([])
  expect(DOMAIN.test("run(['kubectl', 'apply'])")).toBe(true)
})
