import type { Cases } from './cases.ts'

/** Cases about access, defences and traces. */
export const ACCESS: Cases = {
  ACCESS_WIDENED: {
    found: [
      'chmod -R 777 .',
      'chmod u+s tool',
      'chmod 4755 tool',
      'sudo useradd -m eve',
      'sudo usermod -aG docker me',
      'cat key.pub >> ~/.ssh/authorized_keys',
      'aws iam create-access-key',
      'chmod o+w x',
      'echo "x ALL" | sudo tee /etc/sudoers.d/x',
    ],
    hidden: [
      "bash -c 'chmod 0777 x'",
      'M=777; chmod $M x',
      'find . -exec chmod a+rwx {} +',
      'echo x | xargs chmod 666',
      'sudo -u root chmod +s /bin/x',
    ],
    ordinary: ['chmod +x run.sh', 'chmod 755 x', 'chmod -R u+w .', 'chmod 644 x', 'aws iam list-users', 'chmod go-w x'],
  },
  DEFENCES_LOWERED: {
    found: [
      'setenforce 0',
      'sudo ufw disable',
      'iptables -F',
      'systemctl stop auditd',
      'git config --global http.sslVerify false',
      'npm config set strict-ssl false',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 node x.js',
      'export NODE_TLS_REJECT_UNAUTHORIZED=0',
    ],
    hidden: [
      "sudo sh -c 'ufw disable'",
      'X=disable; ufw $X',
      'env NODE_TLS_REJECT_UNAUTHORIZED=0 npm test',
      'echo 0 | sudo tee /proc/sys/kernel/randomize_va_space',
    ],
    ordinary: [
      'ufw status',
      'iptables -L',
      'systemctl restart app',
      'git config --get http.sslVerify',
      'NODE_ENV=test npm test',
      'systemctl stop app',
    ],
  },
  TRACES_REMOVED: {
    found: [
      'history -c',
      'unset HISTFILE',
      'rm ~/.bash_history',
      'sudo truncate -s0 /var/log/auth.log',
      'export HISTSIZE=0',
      'journalctl --vacuum-time=1s',
    ],
    hidden: [
      "bash -c 'history -c'",
      'HISTFILE=/dev/null bash',
      'cd ~ && : > .zsh_history',
      'sudo sh -c "> /var/log/syslog"',
      'H=HISTFILE; unset $H',
    ],
    ordinary: ['history | tail', 'tail -f /var/log/syslog', 'journalctl -u app', 'rm logs/app.log', 'unset FOO'],
  },
}
