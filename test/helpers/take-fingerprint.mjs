#!/usr/bin/env node
/** Takes fingerprints with the built package: `node take-fingerprint.mjs (<folder> <home>)...`. Prints a line for each. */
import { takeFingerprint } from '../../dist/index.js'

const places = process.argv.slice(2)
while (places.length > 0) {
  const [root, home] = places.splice(0, 2)
  const taken = await takeFingerprint(root, { home })
  console.log(JSON.stringify(taken.kind === 'taken' ? { kind: taken.kind, sha256: taken.fingerprint.sha256 } : taken))
}
