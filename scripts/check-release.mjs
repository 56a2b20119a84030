/**
 * Checks that a release matches its tag: `node scripts/check-release.mjs v0.1.0 [<repository>]`. The repository is the URL
 * of the publishing repository; npm rejects provenance from a repository that package.json does not name.
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
  problems.push(`Unreleased changesets: ${waiting.join(', ')}. Run npm run release:prepare first.`)

if (repository !== undefined && declared.url !== `git+${repository}.git`)
  problems.push(`package.json names the repository ${declared.url}, but this is ${repository}.`)

for (const problem of problems) console.error(`✗ ${problem}`)
if (problems.length === 0) console.log(`✓ ${tag} is ready to publish.`)
process.exitCode = problems.length === 0 ? 0 : 1
