/**
 * Builds `dist/` and prints only errors: `npm start` and `npm run bench` build first, and their own output should come first. At a
 * terminal, one line says so at once, because it takes up to half a minute.
 */

if (process.stderr.isTTY) process.stderr.write('Building Bailiff, which takes up to half a minute ...\n')
// Loading the bundler alone takes a second.
const { build } = await import('tsdown')
await build({ logLevel: 'error' })
