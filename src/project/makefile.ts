/** The recipes of a makefile, as far as they can be read without make. Pure. */

type Rule = { needs: string[]; lines: string[] }

/**
 * The shell code that `make <targets>` runs, prerequisites first. A line that starts with `-` ignores its failure, as
 * `|| true` does.
 */
export function recipeOf(text: string, targets: readonly string[]): string {
  const { rules, variables } = readRules(text.replace(/\\\r?\n[ \t]*/g, ' '))
  const done = new Set<string>()
  const lines: string[] = []
  const visit = (target: string): void => {
    const rule = rules.get(target)
    if (rule === undefined || done.has(target)) return
    done.add(target)
    rule.needs.forEach(visit)
    lines.push(...rule.lines)
  }
  for (const target of targets.length > 0 ? targets : [...rules.keys()].slice(0, 1)) visit(target)
  return lines.map((line) => commandIn(expanded(line, variables))).join(' && ')
}

/** The other makefiles that a makefile includes by name. */
export const includedBy = (text: string): string[] =>
  [...text.matchAll(/^-?s?include[ \t]+(.+)$/gm)]
    .flatMap(([, names = '']) => names.trim().split(/\s+/))
    .filter((one) => !/[$*]/.test(one))

function readRules(text: string): { rules: Map<string, Rule>; variables: Map<string, string> } {
  const rules = new Map<string, Rule>()
  const variables = new Map<string, string>()
  let current: Rule[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('\t')) {
      for (const rule of current) rule.lines.push(line.trim())
      continue
    }
    const [, name, value = ''] = /^\s*(?:export\s+)?(\w+)\s*(?:\?|:|::|\+)?=(.*)$/.exec(line) ?? []
    const head = name === undefined ? headIn(line) : null
    if (name !== undefined) variables.set(name, value.trim())
    if (head !== null) current = head.names.map((target) => ruleFor(rules, target, head.rest))
  }
  return { rules, variables }
}

/** The names before the colon of a rule, and what follows it; null if the line is no rule. */
export function headIn(line: string): { names: string[]; rest: string } | null {
  const colon = line.indexOf(':')
  const names = line.slice(0, Math.max(0, colon)).trimEnd()
  const rest = line.slice(colon + 1).replace(/^:/, '')
  return /^[\w./ -]+$/.test(names) && !rest.startsWith('=') ? { names: names.split(/\s+/), rest } : null
}

function ruleFor(rules: Map<string, Rule>, target: string, rest: string): Rule {
  const rule = rules.get(target) ?? { needs: [], lines: [] }
  const [needs = '', first] = rest.split(';', 2)
  rule.needs.push(
    ...needs
      .replace(/#.*$/, '')
      .split(/\s+/)
      .filter((one) => one !== '' && one !== '|'),
  )
  if (first !== undefined) rule.lines.push(first.trim())
  rules.set(target, rule)
  return rule
}

const MAX_EXPANSIONS = 10

function expanded(line: string, variables: ReadonlyMap<string, string>): string {
  let text = line
  for (let i = 0; i < MAX_EXPANSIONS && /\$[({]\w+[)}]/.test(text); i++)
    text = text.replace(/\$[({](\w+)[)}]/g, (_, name: string) =>
      name === 'MAKE' ? 'make' : (variables.get(name) ?? ''),
    )
  return text.replaceAll('$$', '$')
}

function commandIn(line: string): string {
  const [, marks = '', command = ''] = /^([@+-]*)\s*(.*)$/.exec(line) ?? []
  return marks.includes('-') ? `(${command} || true)` : `(${command})`
}
