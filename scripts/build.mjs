/** Builds `dist/` and prints only errors: `npm start` and `npm run bench` build first, and their own output should come first. */
import { build } from 'tsdown'

await build({ logLevel: 'error' })
