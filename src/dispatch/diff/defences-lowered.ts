import { textOf } from '../../shell/value.ts'
import { has, operands, type RunRule, type RunWords, told } from './run-rule.ts'

const GUARDS =
  /^(?:auditd|rsyslog|syslog(?:-ng|d)?|firewalld|ufw|apparmor|iptables|nftables|fail2ban|clamav\S*|falcon-sensor|osqueryd?|selinux|crowdsec|wazuh\S*|sysmon|mdatp|esets|com\.apple\.(?:alf|XProtect\S*)|cbdaemon|auoms)(?:\.service)?$/

/** Finds commands that disable protection of this machine or its connections. */
export const defencesLowered: RunRule = {
  code: 'DEFENCES_LOWERED',
  programs:
    ' setenforce ufw iptables ip6tables nft firewall-cmd systemctl service auditctl apparmor_parser aa-teardown aa-disable spctl csrutil launchctl sysctl git npm pnpm yarn netsh swapoff esxcli pfctl ',
  seen: (one) => (lowers(one) ? told(one) : null),
}

function lowers({ name, words, command }: RunWords): boolean {
  const all = words.join(' ')
  switch (name) {
    case 'setenforce':
      return /^(?:0|permissive)$/i.test(words[0] ?? '')
    case 'ufw':
      return /^(?:disable|reset|logging off)/.test(operands(words).join(' '))
    case 'iptables':
    case 'ip6tables':
      return has(words, 'FX', '--flush') || /-P \w+ ACCEPT/.test(all) || has(words, 'D')
    case 'nft':
      return /^flush|^delete/.test(all)
    case 'firewall-cmd':
      return words.some((word) => /^--(?:panic-off|remove-|set-default-zone=trusted)/.test(word))
    case 'systemctl':
      return /^(?:stop|disable|mask|kill)$/.test(operands(words)[0] ?? '') && words.some((word) => GUARDS.test(word))
    case 'service':
      return words[1] === 'stop' && GUARDS.test(words[0] ?? '')
    case 'auditctl':
      return /-e 0|(?:^| )-[Dd]\b/.test(all)
    case 'apparmor_parser':
      return has(words, 'R', '--remove')
    case 'spctl':
      return words.some((word) => /^--(?:master|global)-disable$/.test(word))
    case 'csrutil':
      return words[0] === 'disable'
    case 'launchctl':
      return /^(?:unload|bootout|disable|remove)$/.test(words[0] ?? '')
    case 'sysctl':
      return /randomize_va_space=0|suid_dumpable=[12]|ptrace_scope=0|yama|kptr_restrict=0/.test(all)
    case 'git':
      return command === 'config' && /sslverify false/i.test(all)
    case 'npm':
    case 'pnpm':
    case 'yarn':
      return /strict-?ssl[ =]false/i.test(all)
    case 'netsh':
      return /advfirewall.{0,1000}off|firewall.{0,1000}disable/i.test(all)
    case 'pfctl':
      return has(words, 'dF')
    case 'esxcli':
      return /firewall set.{0,1000}false|syslog.{0,1000}=/.test(all)
    default:
      return true
  }
}

const VARIABLES: Readonly<Record<string, RegExp>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: /^0$/,
  GIT_SSL_NO_VERIFY: /^(?:1|true)$/i,
  PYTHONHTTPSVERIFY: /^0$/,
  LD_PRELOAD: /./,
  DYLD_INSERT_LIBRARIES: /./,
}

/** Finds variables that disable certificate checks, or inject code into programs. */
export function loweredByVariable({ run, words, name }: RunWords): string | null {
  const exported = name === 'export' ? words.map((word) => word.split('=', 2)) : []
  const set = [...run.assignments.map((one) => [one.name, textOf(one.value) ?? '$']), ...exported]
  const found = set.find(([key = '', value = '']) => Object.hasOwn(VARIABLES, key) && VARIABLES[key]?.test(value))
  return found === undefined ? null : `${found[0]}=${found[1]}`
}
