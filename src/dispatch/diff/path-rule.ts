import type { DispatchCode } from '../../policy/dispatch.ts'
import type { CheckedCall, DispatchFinding } from '../call.ts'
import { finding } from '../call.ts'
import type { Aim } from '../protection/judge.ts'
import { folderOf, whereIs } from '../where.ts'

/**
 * Sensitive paths, by prefix, substring or suffix, and the kinds of access to report. Plain strings, because a cold
 * process would spend more time compiling one large pattern than on everything else.
 */
type PathRule = {
  code: DispatchCode
  when: 'read' | 'write'
  begins: string
  holds: string
  ends: string
  except: string
}

const SHELL_FILES =
  '/.bashrc /.bash_profile /.bash_login /.bash_logout /.profile /.zshrc /.zshenv /.zprofile /.zlogin /.kshrc /.cshrc /.tcshrc /.xinitrc /.xprofile /.xsessionrc /.pam_environment'
const HISTORIES =
  '/.bash_history /.zsh_history /.sh_history /.history /.python_history /.mysql_history /.psql_history /.node_repl_history'

/** Built on first use: most calls stay inside the project. */
const pathRules = (): readonly PathRule[] => [
  {
    code: 'STARTUP_CHANGED',
    when: 'write',
    begins:
      '/etc/cron /etc/anacrontab /etc/systemd/ /etc/init /etc/rc. /etc/rc0 /etc/rc1 /etc/rc2 /etc/rc3 /etc/rc5 /etc/profile /etc/bash /etc/zsh /etc/ld.so.preload /etc/xdg/autostart /etc/udev/rules /etc/update-motd.d /etc/periodic /etc/modules-load /etc/environment /usr/local/etc/rc.d /var/spool/cron /var/at/ /lib/systemd/ /usr/lib/systemd/',
    holds:
      '/Library/LaunchAgents/ /Library/LaunchDaemons/ /Library/StartupItems/ /.config/systemd/user /.config/autostart /.config/fish/conf /.git/hooks/',
    ends: `${SHELL_FILES} _profile.ps1`,
    except: '.sample',
  },
  {
    code: 'ACCESS_WIDENED',
    when: 'write',
    begins:
      '/etc/sudoers /usr/local/etc/sudoers /etc/doas.conf /etc/pam. /etc/ssh/sshd_config /etc/security/ /etc/polkit /usr/share/polkit /etc/krb5.conf /etc/hosts.allow /etc/hosts.deny /etc/hosts.equiv',
    holds: '/.ssh/authorized_keys /.ssh/rc',
    ends: '/etc/passwd /etc/shadow /etc/group /etc/gshadow',
    except: '',
  },
  {
    code: 'TRACES_REMOVED',
    when: 'write',
    begins: '/var/log/ /var/audit/ /run/log/ /var/run/utmp /private/var/log/ /private/var/audit/',
    holds: '',
    ends: HISTORIES,
    except: '',
  },
  {
    code: 'DEFENCES_LOWERED',
    when: 'write',
    begins:
      '/etc/selinux/config /etc/apparmor /etc/audit/ /etc/audisp/ /etc/syslog /etc/rsyslog /etc/fail2ban/ /etc/ufw/ /etc/firewalld/ /etc/iptables /etc/nftables /sys/fs/selinux/ /proc/sys/',
    holds: '',
    ends: '',
    except: '',
  },
  { code: 'SYSTEM_STOPPED', when: 'write', begins: '/proc/sysrq-trigger', holds: '', ends: '', except: '' },
  {
    code: 'DEVICE_WRITTEN',
    when: 'write',
    begins:
      '/dev/sd /dev/hd /dev/vd /dev/xvd /dev/nvme /dev/mmcblk /dev/disk /dev/rdisk /dev/md /dev/dm- /dev/mapper/ /dev/mem /dev/kmem /dev/port',
    holds: '',
    ends: '',
    except: '',
  },
  {
    code: 'HOST_ADDED',
    when: 'write',
    begins: '/etc/resolv.conf /etc/nsswitch.conf /etc/apt/sources.list /etc/yum.repos.d/ /etc/pip.conf /etc/npmrc',
    holds: '',
    ends: '/etc/hosts /.ssh/config /pip/pip.conf /.pip/pip.conf',
    except: '',
  },
  {
    code: 'CREDENTIALS_READ',
    when: 'read',
    begins:
      '/etc/shadow /etc/gshadow /etc/master.passwd /etc/sudoers /etc/security/opasswd /etc/krb5.keytab /etc/ssh/ssh_host_ /var/run/secrets/ /run/secrets/',
    holds:
      '/.ssh/ /.aws/credentials /.aws/cli/ /.aws/sso/ /.gnupg/ /.config/gcloud/ /.config/gh/ /.config/op/ /.config/rclone/ /.azure/ /.oci/ /.password-store/ /Keychains/ /Login\0Data /Cookies /logins.json /key4.db /cookies.sqlite',
    ends: `/.ssh /.gnupg /.netrc /.git-credentials /.pgpass /.pypirc /.vault-token /.my.cnf /.dockercfg /.boto /.s3cfg /.docker/config.json /.kube/config /environ /proc/self/mem /id_rsa /id_ed25519 /id_ecdsa /id_dsa /.config/gcloud /.aws ${HISTORIES}`,
    except: '.pub /known_hosts /.ssh/config /authorized_keys',
  },
]

const parts = (list: string): string[] => (list === '' ? [] : list.split(' ').map((one) => one.replace('\0', ' ')))

const isNamed = (path: string, { begins, holds, ends, except }: PathRule): boolean =>
  (parts(begins).some((one) => path.startsWith(one)) ||
    parts(holds).some((one) => path.includes(one)) ||
    parts(ends).some((one) => path.endsWith(one))) &&
  !parts(except).some((one) => path.endsWith(one))

/** Findings about sensitive places outside the project. Inside it, only git hooks are sensitive. */
export function pathFindings(call: CheckedCall): DispatchFinding[] {
  const found: DispatchFinding[] = []
  let rules: readonly PathRule[] | undefined
  for (const aim of call.aims) {
    if (aim.how !== 'write' && aim.how !== 'read') continue
    const path = nameOf(aim, call)
    if (path === null) continue
    rules ??= pathRules()
    for (const rule of rules)
      if (rule.when === doneTo(aim) && isNamed(path, rule)) found.push(finding(rule.code, aim.said))
  }
  return found
}

const doneTo = ({ how, below }: Aim): 'read' | 'write' => (how === 'read' || below === 'copied' ? 'read' : 'write')

function nameOf(aim: Aim, call: CheckedCall): string | null {
  const folder = folderOf(aim.path) ?? homely(aim.path.pattern)
  if (folder === null) return null
  const where = whereIs(aim.path, call)
  if (where === 'temporary') return null
  return where === 'inside' && !folder.includes('/.git/hooks/') ? null : (call.real.get(folder) ?? folder)
}

/** `$X/.ssh/id_rsa`: an unknown directory is treated as a home directory. */
const homely = (pattern: string): string | null => {
  const at = pattern.indexOf('/.')
  return at < 0 || /[\uFDD0-\uFDD2]/.test(pattern.slice(at)) ? null : pattern.slice(at)
}
