#!/usr/bin/env node
/** Takes the fingerprint of a folder with the built package and prints the result. */
import { takeFingerprint } from '../../dist/index.js'

const [root, home] = process.argv.slice(2)
const taken = await takeFingerprint(root, { home })
console.log(JSON.stringify(taken.kind === 'taken' ? { kind: taken.kind, sha256: taken.fingerprint.sha256 } : taken))
