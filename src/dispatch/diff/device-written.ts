import { operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that overwrite devices or file systems. */
export const deviceWritten: RunRule = {
  code: 'DEVICE_WRITTEN',
  programs:
    ' mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs lvremove vgremove pvremove wipefs blkdiscard mke2fs badblocks diskpart fdisk sfdisk cfdisk gdisk sgdisk parted cryptsetup zpool zfs mdadm hdparm nvme diskutil shred dd ',
  seen: (one) => {
    const { name, words } = one
    if (words.some((word) => /^(?:-h|--help|-V|--version)$/.test(word))) return null
    return writes(name, words) ? told(one) : null
  },
}

const DEVICE = /^(?:of=)?\/dev\/(?!null$|zero$|std|tty|full$|fd|shm|u?random$|pts)/

function writes(name: string, words: readonly string[]): boolean {
  switch (name) {
    case 'fdisk':
    case 'sfdisk':
    case 'parted':
    case 'gdisk':
    case 'sgdisk':
      return (
        operands(words).length > 0 &&
        !words.some((word) => /^(?:-l|--list|-d|--dump|-p|--print|print|-s|-x)$/.test(word))
      )
    case 'wipefs':
      return words.some((word) => /^(?:-\w*a|--all|-o|--offset)/.test(word))
    case 'badblocks':
      return words.includes('-w')
    case 'cryptsetup':
      return words.some((word) => /^(?:luksFormat|luksErase|erase|reencrypt)$/.test(word))
    case 'zpool':
    case 'zfs':
      return words[0] === 'destroy' || words[0] === 'labelclear'
    case 'mdadm':
      return words.includes('--zero-superblock')
    case 'hdparm':
      return words.some((word) => /^--(?:security-erase|trim|write-sector)/.test(word))
    case 'nvme':
      return words[0] === 'format' || words[0] === 'sanitize'
    case 'diskutil':
      return /^(?:erase|partitionDisk|zeroDisk|randomDisk|secureErase|reformat)/i.test(words[0] ?? '')
    case 'shred':
    case 'dd':
      return words.some((word) => DEVICE.test(word) && (name === 'shred' || word.startsWith('of=')))
    default:
      return operands(words).length > 0 || name === 'diskpart'
  }
}
