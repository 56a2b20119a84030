import { has, operands, type RunRule, type RunWords, told } from './run-rule.ts'

/** Finds commands that destroy remote resources that others may use: infrastructure, clusters, volumes, buckets, releases. */
export const resourcesDestroyed: RunRule = {
  code: 'RESOURCES_DESTROYED',
  programs:
    ' terraform tofu terragrunt pulumi cdk sls serverless kubectl oc helm eksctl docker podman docker-compose aws gcloud gsutil az gh glab heroku vercel netlify fly flyctl railway doctl wrangler firebase npm pnpm yarn cargo gem vagrant virsh rclone s3cmd mc ',
  seen: (one) => (!isRehearsed(one) && destroys(one.name, one.words) ? told(one) : null),
}

const isRehearsed = ({ words }: RunWords): boolean =>
  words.some((word) => /^--(?:dry-?run|help)(?:=(?!none|false)|$)|^--dryrun$|^-h$/.test(word))

function destroys(name: string, words: readonly string[]): boolean {
  const all = operands(words)
  const said = all.join(' ')
  const [first = ''] = all
  const isAny = (pattern: RegExp): boolean => all.some((word) => pattern.test(word))
  switch (name) {
    case 'terraform':
    case 'tofu':
    case 'terragrunt':
      return (
        /^(?:destroy|state rm)/.test(said) || (first === 'apply' && words.some((word) => /^--?destroy$/.test(word)))
      )
    case 'pulumi':
      return first === 'destroy' || said.startsWith('stack rm')
    case 'cdk':
    case 'vagrant':
      return first === 'destroy'
    case 'sls':
    case 'serverless':
      return first === 'remove'
    case 'kubectl':
    case 'oc':
    case 'eksctl':
      return first === 'delete' || first === 'drain' || (first === 'replace' && words.includes('--force'))
    case 'helm':
      return /^(?:uninstall|delete|del|un)$/.test(first)
    case 'docker':
    case 'podman':
      return isPruning(said, words) || said.startsWith('volume rm') || isDown(words)
    case 'docker-compose':
      return isDown(words)
    case 'aws':
      return (
        isAny(/^(?:delete|terminate|destroy|remove|deregister|purge|schedule-key-deletion)-|^rb$/) ||
        (words.includes('rm') && words.includes('--recursive'))
      )
    case 'gcloud':
      return isAny(/^(?:delete|destroy)$/)
    case 'gsutil':
      return words.includes('rb') || (words.includes('rm') && has(words, 'rR'))
    case 'az':
      return isAny(/^(?:delete|purge|delete-batch)$/)
    case 'gh':
      return (
        /^(?:repo|release|secret) delete/.test(said) ||
        (first === 'api' && words.some((word) => word.endsWith('DELETE')))
      )
    case 'heroku':
      return isAny(/:(?:destroy|reset|delete)$|^destroy$/)
    case 'netlify':
    case 'wrangler':
    case 'glab':
      return isAny(/^(?:\w+:)?delete$/)
    case 'firebase':
      return isAny(/:(?:delete|disable|remove)$/)
    case 'npm':
    case 'pnpm':
    case 'yarn':
      return /^(?:npm )?unpublish|^owner rm/.test(said)
    case 'cargo':
    case 'gem':
      return first === 'yank'
    case 'virsh':
      return /^(?:destroy|undefine|vol-delete|pool-delete)$/.test(first)
    case 'rclone':
      return /^(?:purge|delete|sync)$/.test(first)
    case 's3cmd':
    case 'mc':
      return first === 'rb' || first === 'del'
    default:
      return isAny(/^(?:[\w-]+:)?(?:rm|remove|delete|destroy)$/)
  }
}

/** Pruning only untagged images is harmless. */
const isPruning = (said: string, words: readonly string[]): boolean =>
  /^(?:system|volume|builder|network|container) prune/.test(said) ||
  (said.startsWith('image prune') && has(words, 'a', '--all'))

const isDown = (words: readonly string[]): boolean => words.includes('down') && has(words, 'v', '--volumes')
