/** Same as `npm run build`, but prints only errors: for commands whose own output should come first. */
import { build } from 'tsdown'

await build({ logLevel: 'error' })
