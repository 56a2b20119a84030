/**
 * Checks that what is about to be published is what its tag says: `node scripts/check-release.mjs v0.1.0 [<repository>]`.
 * The repository is the address of the one that publishes; npm refuses provenance from any other than package.json names.
 */
import { readdirSync, readFileSync } from 'node:fs'

const [tag = '', repository] = process.argv.slice(2)
const { version, repository: declared } = JSON.parse(readFileSync('package.json', 'utf8'))
const problems = []

if (tag !== `v${version}`) problems.push(`The tag is ${tag || 'missing'}, but package.json has version ${version}.`)

const changelog = readFileSync('CHANGELOG.md', 'utf8')
if (!changelog.includes(`\n## ${version}\n`)) problems.push(`CHANGELOG.md has no section "## ${version}".`)

const waiting = readdirSync('.changeset').filter((name) => name.endsWith('.md'))
if (waiting.length > 0)
  problems.push(`Changesets are waiting: ${waiting.join(', ')}. Run npm run release:prepare first.`)

if (repository !== undefined && declared.url !== `git+${repository}.git`)
  problems.push(`package.json names the repository ${declared.url}, but this is ${repository}.`)

for (const problem of problems) console.error(`✗ ${problem}`)
if (problems.length === 0) console.log(`✓ ${tag} may be published.`)
process.exitCode = problems.length === 0 ? 0 : 1
