import { type RunRule, told } from './run-rule.ts'

/** Finds commands that make programs print stored credentials. For credential files, see `path-rule.ts`. */
export const credentialsRead: RunRule = {
  code: 'CREDENTIALS_READ',
  programs: ' security gh aws gcloud az secret-tool op pass gpg kubectl vault keyring cmdkey bw lpass getent git find ',
  seen: (one) => (askedFor(one.name)?.test([one.command, ...one.words].join(' ').trim()) === true ? told(one) : null),
}

/** The arguments that make a program print credentials. */
function askedFor(name: string): RegExp | null {
  switch (name) {
    case 'security':
      return /^(?:find-(?:generic|internet)-password.*-[a-z]*[gw]|dump-keychain|export|unlock-keychain)/
    case 'gh':
      return /^auth (?:token|status.*(?:-t|--show-token))/
    case 'aws':
      return /^configure export-credentials|^sts get-session-token|secretsmanager get-secret-value|ssm get-parameter.{0,1000}--with-decryption|^ecr get-login-password$/
    case 'gcloud':
      return /^auth (?:application-default )?print-(?:access|identity)-token|^secrets versions access/
    case 'az':
      return /^account get-access-token|keyvault secret show/
    case 'secret-tool':
      return /^(?:lookup|search)/
    case 'op':
      return /^(?:read|item get)/
    case 'pass':
      return /^(?:show|-c)/
    case 'gpg':
      return /--export-secret/
    case 'kubectl':
      return /^get secrets?\b.*-o|^config view.*--raw/
    case 'vault':
      return /^(?:kv get|read|print token)/
    case 'keyring':
      return /^get/
    case 'cmdkey':
      return /\/list/i
    case 'bw':
      return /^get/
    case 'lpass':
      return /^show/
    case 'getent':
      return /^g?shadow/
    case 'git':
      return /^credential (?:fill|approve)/
    // A search for credential files outside a project.
    case 'find':
      return /^(?:\/|~)\S* .*-i?(?:name|path)\s+\S*(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.gnupg|\.aws|\.ssh|\.netrc|\.kdbx|\.pem|\.p12|\.pfx|credentials|shadow)\b/
    default:
      return null
  }
}
