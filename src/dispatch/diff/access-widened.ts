import { operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that grant rights to everyone, or add users, groups or keys. */
export const accessWidened: RunRule = {
  code: 'ACCESS_WIDENED',
  programs:
    ' chmod setcap useradd adduser usermod gpasswd groupmod passwd chpasswd visudo vipw xhost dscl pw net aws gcloud az kubectl setfacl chattr icacls takeown ',
  seen: (one) => (widens(one.name, one.words) ? told(one) : null),
}

function widens(name: string, words: readonly string[]): boolean {
  const all = words.join(' ')
  switch (name) {
    case 'chmod':
      return words.some(isOpen)
    case 'setcap':
      return !words.includes('-r') && operands(words).length > 1
    case 'usermod':
      return words.some((word) => /^(?:-\w*[GgpU]|--(?:groups|append|password|unlock|uid)|-o|-u)/.test(word))
    case 'gpasswd':
      return words.some((word) => /^(?:-a|--add|-M)$/.test(word))
    case 'passwd':
      return !words.some((word) => /^(?:-S|--status|-l|--lock|-e|--expire)$/.test(word))
    case 'xhost':
      return words.some((word) => word.startsWith('+'))
    case 'dscl':
      return /-(?:create|append|passwd)/.test(all)
    case 'pw':
      return /^user(?:add|mod)|^groupmod/.test(words[0] ?? '')
    case 'net':
      return /^(?:user|localgroup|group)$/i.test(words[0] ?? '') && /\/add\b/i.test(all)
    case 'aws':
      return /\biam (?:create-(?:user|access-key|login-profile|role)|attach-|put-|add-user-to-group|update-assume-role-policy|create-policy-version)/.test(
        all,
      )
    case 'gcloud':
      return /add-iam-policy-binding|service-accounts (?:keys )?create|set-iam-policy/.test(all)
    case 'az':
      return /role assignment create|ad (?:user|sp|app) create|ad (?:app|sp) credential/.test(all)
    case 'kubectl':
      return /create (?:clusterrolebinding|rolebinding|clusterrole|serviceaccount|token)\b/.test(all)
    case 'setfacl':
      return /(?:^|[\s,])(?:o|other)::?r?w/.test(all)
    case 'chattr':
      return /(?:^| )-\w*i/.test(all)
    case 'icacls':
      return /\/grant\b/i.test(all)
    default:
      return !words.some((word) => /^(?:--help|-c|--check)$/.test(word))
  }
}

/** True if everyone may write, or if running the file grants its owner's rights. */
const isOpen = (mode: string): boolean =>
  /^[0-7]?[0-7][0-7][2367]$/.test(mode) ||
  /^[2467][0-7]{3}$/.test(mode) ||
  /(?:^|,)[ugoa]*\+[rwxXt]*s/.test(mode) ||
  /(?:^|,)[ug]*[oa][ugoa]*[+=][rxXst]*w/.test(mode)
