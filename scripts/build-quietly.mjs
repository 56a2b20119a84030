/** Builds as `npm run build` does and speaks only of failures: for commands whose own output should come first. */
import { build } from 'tsdown'

await build({ logLevel: 'error' })
