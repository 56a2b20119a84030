import { words } from '../../ledger/lazy.ts'
import { listOf } from './word-lists.ts'

/** Kinds of programs, commands and functions: what matters about `curl` and `wget` is that both fetch. */

const listed = listOf([
  ['shell', 'sh bash zsh dash ksh ash fish csh tcsh rbash cmd powershell pwsh wsl'],
  [
    'interpreter',
    `python python2 python3 perl ruby node php lua luajit irb jjs jshell groovy scala tclsh expect osascript deno bun wscript
   cscript mshta julia rscript ghci go java`,
  ],
  [
    'fetch',
    `curl wget fetch aria2c lwp-download axel invoke-webrequest invoke-restmethod start-bitstransfer bitsadmin certutil ftp
   tftp lftp http https httpie finger downloadstring( downloadfile( downloaddata( urlretrieve( urlopen( requests.get(`,
  ],
  [
    'connect',
    'nc ncat netcat socat telnet nc.traditional nc.openbsd cryptcat chisel ngrok cloudflared frpc plink powercat',
  ],
  ['send', 'scp rsync sftp rclone smbclient gsutil azcopy s3cmd requests.post( sendmail mail mutt swaks uploadfile('],
  [
    'delete',
    `rm shred unlink srm del erase rd rmdir remove-item rimraf trash os.remove( os.unlink( shutil.rmtree( os.rmdir(
   fs.rmsync( fs.unlinksync( rmtree unlink( wipe sdelete`,
  ],
  [
    'disk',
    `dd mkfs mkfs.ext4 mkfs.xfs mkfs.vfat mkfs.ntfs mke2fs wipefs blkdiscard fdisk sfdisk sgdisk parted gdisk format diskpart
   diskutil cryptsetup hdparm nvme format-volume clear-disk initialize-disk badblocks`,
  ],
  ['read', 'cat less more head tail tac nl xxd od hexdump strings type get-content bat zcat print'],
  ['search', 'grep egrep fgrep rg ag findstr select-string find fd locate get-childitem dir ls ack'],
  [
    'encode',
    `base64 base32 uuencode uudecode openssl gpg rot13 convertto-securestring frombase64string( tobase64string( b64decode(
   b64encode( gunzip gzip`,
  ],
  ['permit', 'chmod chown chgrp setfacl chattr icacls cacls takeown attrib set-acl setcap chflags xattr umask'],
  ['privilege', 'sudo doas su pkexec runas gosu sudoedit su-exec'],
  [
    'account',
    `useradd adduser usermod userdel deluser passwd chpasswd groupadd gpasswd addgroup visudo dscl new-localuser
   add-localgroupmember net net1 sysadminctl dsadd vipw newusers new-aduser set-aduser add-adgroupmember`,
  ],
  [
    'service',
    `systemctl service sc rc-service launchctl stop-service set-service start-service new-service initctl update-rc.d
   chkconfig svcadm supervisorctl restart-service`,
  ],
  [
    'schedule',
    'crontab at schtasks register-scheduledtask new-scheduledtask batch systemd-run new-scheduledtaskaction set-scheduledtask',
  ],
  ['kill', 'kill pkill killall taskkill stop-process xkill tskill'],
  [
    'firewall',
    `iptables ip6tables ufw nft firewall-cmd pfctl netsh set-netfirewallprofile new-netfirewallrule disable-netfirewallrule
   setenforce aa-teardown aa-disable`,
  ],
  [
    'defence',
    `set-mppreference add-mppreference remove-mppreference mpcmdrun auditctl auditpol wevtutil clear-eventlog fltmc spctl
   csrutil tccutil limit-eventlog logman remove-eventlog`,
  ],
  ['registry', 'reg regedit set-itemproperty new-itemproperty remove-itemproperty regini'],
  [
    'execute',
    `rundll32 regsvr32 msiexec installutil regasm regsvcs msbuild wmic invoke-wmimethod invoke-cimmethod forfiles pcalua
   odbcconf cmstp control hh start-process invoke-expression eval exec( system( popen( os.system( subprocess.run(
   subprocess.call( subprocess.popen( os.popen( child_process execsync( spawn( os.execl( os.execv( os.execvp( pty.spawn(
   invoke-command source execfile( assembly.load( add-type psexec psexec64 winrs`,
  ],
  ['debug', 'gdb strace ltrace gcore lldb perf ptrace procdump dtrace bpftrace'],
  ['sniff', 'tcpdump tshark ngrep dumpcap ettercap wireshark bettercap responder'],
  ['edit', 'vi vim nvim nano emacs ed ex pico view rvim vimdiff joe sed'],
  ['archive', 'tar zip 7z 7za bzip2 xz rar compress-archive ar cpio unzip makecab zstd'],
  ['kernel', 'mount umount losetup nsenter unshare chroot pivot_root modprobe insmod rmmod kmod sysctl ctr'],
  ['container', 'docker podman kubectl crictl lxc lxd nerdctl runc helm oc'],
  ['cloud', 'aws gcloud az doctl heroku terraform pulumi flyctl fly oci ibmcloud aliyun vault'],
  [
    'database',
    'psql mysql mongo mongosh redis-cli sqlite3 mysqldump pg_dump sqlcmd invoke-sqlcmd mongodump cqlsh clickhouse-client dropdb',
  ],
  [
    'package',
    `apt yum dnf pacman apk brew pip npm pnpm yarn npx gem cargo composer choco winget scoop dpkg rpm snap port uv poetry
   conda bundle nix`,
  ],
  ['version', 'git svn hg gh glab'],
  [
    'build',
    'make cmake ninja gradle mvn dotnet tsc vite webpack pytest jest vitest eslint prettier black ruff mypy tox',
  ],
  [
    'attack',
    `john hashcat hydra medusa unshadow crackmapexec netexec nxc mimikatz rubeus impacket-secretsdump secretsdump.py psexec.py
   wmiexec.py smbexec.py kerbrute ldapsearch bloodhound-python rpcclient evil-winrm certipy msfconsole msfvenom sqlmap nmap
   enum4linux getnpusers.py getuserspns.py ntlmrelayx.py`,
  ],
  ['say', 'echo printf write-host write-output print( console.log( puts'],
  ['network', 'ssh ping dig nslookup host ifconfig ip arp route netstat ss traceroute test-netconnection'],
  [
    'system',
    'shutdown reboot halt poweroff init stop-computer restart-computer bcdedit vssadmin wbadmin fsutil cipher',
  ],
])

/** The kind of a program, a cmdlet or a function (with its opening parenthesis); null if it is unknown. */
export const kindOf = (name: string): string | null => listed(name) ?? null

/** Short names of programs, cmdlets and options. */
const ALIASES = new Map([
  ['iex', 'invoke-expression'],
  ['iwr', 'invoke-webrequest'],
  ['irm', 'invoke-restmethod'],
  ['gci', 'get-childitem'],
  ['ri', 'remove-item'],
  ['gc', 'get-content'],
  ['saps', 'start-process'],
  ['icm', 'invoke-command'],
  ['sp', 'set-itemproperty'],
  ['ni', 'new-item'],
  ['gwmi', 'get-wmiobject'],
  ['sal', 'set-alias'],
  ['-enc', '-encodedcommand'],
  ['-ec', '-encodedcommand'],
  ['-ep', '-executionpolicy'],
  ['-exec', '-executionpolicy'],
  ['-nop', '-noprofile'],
  ['-noni', '-noninteractive'],
  ['net1', 'net'],
  ['python3', 'python'],
  ['python2', 'python'],
  ['pip3', 'pip'],
  ['apt-get', 'apt'],
])

export const fullName = (name: string): string => ALIASES.get(name) ?? name

/** Programs whose first argument is another program, and shell words that a command follows. */
const WRAPPERS =
  words(`sudo doas env nohup time command exec xargs nice ionice timeout setsid builtin busybox then do else if while until ! start
   call stdbuf unbuffer chroot watch parallel`)

export const isWrapper = (name: string): boolean => WRAPPERS.has(name)
