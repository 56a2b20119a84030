import { once } from '../lazy.ts'
import { compiled, MARK, type Spot, startOf } from './text.ts'

/**
 * Secrets whose form alone gives them away: a fixed prefix, then characters that no word has. To add one, add a row: its
 * kind, where it may start, its prefixes, and what follows them, as a regular expression with the names in `PARTS`.
 *
 * `any` starts also inside a word, `word` not behind a letter or a digit, `kebab` not behind a dash or an underscore either.
 */
type Token = readonly [kind: string, start: keyof typeof STARTS, prefixes: string, rest: string]

const STARTS = { any: '', word: startOf('[A-Za-z0-9]'), kebab: startOf('[\\w-]') }

const END = `(?![A-Za-z0-9]|${MARK})`
/** Excludes words, names and placeholders: demands a digit or two capitals in a row, and no run of one letter. */
const OPAQUE = '(?=[\\w+/.=~-]{0,96}?(?:\\d|[A-Z]{2}))(?!\\w{0,12}?(?:[xX]{6}|[yY]our))'
const PARTS: { readonly [name: string]: string } = {
  alnum: `${OPAQUE}[A-Za-z0-9]%${END}`,
  word: `${OPAQUE}[\\w-]%`,
  base64: `${OPAQUE}[A-Za-z0-9+/_-]%={0,3}`,
  hex: `[A-Fa-f0-9]%${END}`,
  opaque: OPAQUE,
  end: END,
  mark: MARK,
  uuid: '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
  // Sixteen letters and digits in a row, at least one of them a digit; kebab-case words have no such run.
  run: '(?<![A-Za-z0-9])(?=[A-Za-z]{0,48}\\d)[A-Za-z0-9]{16}',
}

export const TOKENS: readonly Token[] = [
  // Code and packages
  ['github-token', 'any', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9_]{36,255}(?:\\.[\\w-]{16,1024}){0,2}'],
  ['github-token', 'any', 'github_pat_', '\\w{22,255}'],
  [
    'gitlab-token',
    'any',
    'glpat- gldt- glptt- glrt- glrtr- glcbt- glft- glffct- glsoat- glimt- glagent- gloas- glwt-',
    '(?=[a-z_-]{0,64}[A-Z0-9])[\\w-]{20,300}(?:\\.[a-z0-9]{2}(?:\\.?[a-z0-9]{7,9})?)?',
  ],
  ['gitlab-token', 'word', 'GR1348941', '@word{20,64}'],
  ['bitbucket-token', 'word', 'ATBB', '@alnum{28,64}'],
  ['bitbucket-token', 'kebab', 'BBDC-', '@base64{40,64}'],
  ['npm-token', 'any', 'npm_', '[A-Za-z0-9]{36}@end'],
  ['pypi-token', 'any', 'pypi-', '(?=AgE)[\\w-]{50,500}'],
  ['rubygems-token', 'word', 'rubygems_', '@alnum{40,64}'],
  ['nuget-token', 'word', 'oy2', '[a-z0-9]{43}@end'],
  ['clojars-token', 'word', 'CLOJARS_', '@alnum{50,80}'],
  ['docker-token', 'word', 'dckr_pat_ dckr_oat_', '@word{24,64}'],
  ['artifactory-token', 'word', 'AKCp', '@alnum{60,80}'],
  ['artifactory-token', 'word', 'cmVmdGtu', '@alnum{48,80}'],
  ['sourcegraph-token', 'word', 'sgp_', '(?:[A-Za-z0-9]{5,16}_)?@alnum{40,64}'],
  ['sonar-token', 'word', 'squ_ sqp_ sqa_', '@alnum{40,64}'],
  ['circleci-token', 'word', 'CCIPAT_ CCIPRJ_', '@word{40,128}'],
  ['buildkite-token', 'word', 'bkua_', '@alnum{32,64}'],
  ['postman-key', 'kebab', 'PMAK-', '@word{40,80}'],
  // Clouds and infrastructure
  ['aws-access-key', 'word', 'AKIA ASIA ABIA', '[A-Z0-9]{16}@end'],
  ['aws-bedrock-key', 'word', 'ABSK', '@base64{100,300}'],
  ['aws-bedrock-key', 'any', 'bedrock-api-key-', '@base64{60,4096}'],
  ['aws-mws-key', 'word', 'amzn.mws.', '@uuid'],
  ['alibaba-key', 'word', 'LTAI', '@alnum{20,24}'],
  ['google-api-key', 'word', 'AIza', '[\\w-]{35}(?![\\w-]|@mark)'],
  ['google-api-key', 'any', 'GOCSPX-', '[\\w-]{28}'],
  ['google-token', 'word', 'ya29.', '@word{30,2048}(?:\\.[\\w-]{1,2048})?'],
  ['google-token', 'kebab', '1//0', '@word{30,512}'],
  ['digitalocean-token', 'word', 'dop_v1_ doo_v1_ dor_v1_', '@alnum{40,128}'],
  ['cloudflare-token', 'kebab', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{146}'],
  ['cloudflare-token', 'word', 'cfut_ cfat_ cfk_', '@alnum{40,64}'],
  ['heroku-key', 'kebab', 'HRKU-', '(?:@uuid|@word{40,80})'],
  ['fly-token', 'word', 'fo1_ fm1a_ fm1r_ fm2_', '@base64{40,4096}'],
  ['vercel-token', 'word', 'vercel_blob_rw_', '@word{30,80}'],
  ['netlify-token', 'word', 'nfp_', '@alnum{32,64}'],
  ['render-key', 'word', 'rnd_', '@alnum{28,40}'],
  ['supabase-key', 'word', 'sbp_ sb_secret_', '(?:v\\d_)?@word{30,64}'],
  ['planetscale-token', 'word', 'pscale_tkn_ pscale_pw_ pscale_oauth_', '@opaque[\\w=.-]{31,63}[\\w=-]'],
  ['databricks-token', 'word', 'dapi', '@opaque[a-z0-9]{32}(?:-\\d)?@end'],
  ['vault-token', 'word', 'hvs. hvb. hvr.', '@word{20,300}'],
  ['terraform-token', 'any', '.atlasv1.', '@opaque[\\w=-]{60,70}'],
  ['pulumi-token', 'kebab', 'pul-', '@hex{40}'],
  ['doppler-token', 'word', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', '(?:[\\w-]{2,35}\\.)?@alnum{40,48}'],
  ['onepassword-token', 'word', 'ops_eyJ', '@base64{100,4096}'],
  ['tailscale-key', 'kebab', 'tskey-', '(?:[a-z]{3,10}-)?@word{16,96}'],
  ['openshift-token', 'word', 'sha256~', '@opaque[\\w-]{43}(?![\\w-]|@mark)'],
  ['dynatrace-token', 'word', 'dt0c01. dt0s01. dt0s02. dt0s16.', '[A-Z0-9-]{6,24}\\.[A-Z0-9]{64}@end'],
  ['grafana-token', 'word', 'glsa_', '@opaque[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}@end'],
  ['grafana-token', 'word', 'glc_', '(?=eyJ)@base64{32,512}'],
  ['grafana-token', 'word', 'eyJrIjoi', '[A-Za-z0-9]{70,400}={0,3}'],
  ['sentry-token', 'word', 'sntrys_ sntryu_', '@base64{40,512}(?:_[A-Za-z0-9+/]{40,48})?'],
  ['newrelic-key', 'kebab', 'NRAK- NRII-', '@alnum{27,40}'],
  ['posthog-key', 'word', 'phx_', '@alnum{40,64}'],
  ['mongodb-key', 'word', 'mdb_sa_sk_', '@word{36,64}'],
  ['prefect-key', 'word', 'pnu_', '@opaque[A-Za-z0-9]{36}@end'],
  ['infracost-key', 'kebab', 'ico-', '@opaque[A-Za-z0-9]{32}@end'],
  // Models
  ['api-key', 'kebab', 'sk-', '(?=[\\w-]{0,64}?@run)[\\w-]{20,255}'],
  ['xai-key', 'kebab', 'xai-', '@alnum{40,128}'],
  ['groq-key', 'word', 'gsk_', '@alnum{40,64}'],
  ['cerebras-key', 'kebab', 'csk-', '@alnum{40,64}'],
  ['nvidia-key', 'kebab', 'nvapi-', '@word{50,96}'],
  ['perplexity-key', 'kebab', 'pplx-', '@alnum{40,64}'],
  ['replicate-token', 'word', 'r8_', '@alnum{37,40}'],
  ['huggingface-token', 'word', 'hf_ api_org_', '[A-Za-z0-9]{30,64}@end'],
  ['langsmith-key', 'word', 'lsv2_pt_ lsv2_sk_', '@word{32,64}'],
  ['pinecone-key', 'word', 'pcsk_', '@word{50,96}'],
  ['together-key', 'word', 'tgp_v1_', '@word{40,64}'],
  ['jina-key', 'word', 'jina_', '@alnum{50,80}'],
  ['tavily-key', 'kebab', 'tvly-', '(?:(?:dev|prod)-)?@alnum{28,48}'],
  // Messages
  ['slack-token', 'any', 'xoxa- xoxb- xoxc- xoxe- xoxo- xoxp- xoxr- xoxs-', '(?=\\d)[A-Za-z0-9-]{10,255}'],
  ['slack-token', 'any', 'xoxd-', '@opaque[\\w%+/=-]{40,512}'],
  ['slack-token', 'any', 'xapp-', '(?=\\d-)[A-Za-z0-9-]{12,255}'],
  [
    'webhook',
    'any',
    'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ hooks.slack-gov.com/services/',
    '@opaque[A-Za-z0-9]{8,16}/[A-Za-z0-9]{6,20}/[A-Za-z0-9/]{16,128}',
  ],
  [
    'webhook',
    'any',
    'discord.com/api/webhooks/ discordapp.com/api/webhooks/ discord.com/api/v9/webhooks/ discord.com/api/v10/webhooks/',
    '\\d{16,20}/[\\w-]{40,128}',
  ],
  ['webhook', 'any', '.webhook.office.com/webhookb2/', '[\\w@-]{36,80}/IncomingWebhook/[\\w/-]{32,160}'],
  ['webhook', 'any', 'hooks.zapier.com/hooks/catch/', '\\d{4,12}/[A-Za-z0-9]{5,16}'],
  ['sendgrid-key', 'word', 'SG.', '[\\w-]{22}\\.[\\w-]{43}'],
  ['mailgun-key', 'kebab', 'key-', '@hex{32}'],
  ['brevo-key', 'kebab', 'xkeysib- xsmtpsib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['resend-key', 'word', 're_', '@opaque[A-Za-z0-9]{8}_(?=[A-Za-z]{0,24}\\d)[A-Za-z0-9]{24}@end'],
  // Money and shops
  ['stripe-key', 'any', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_', '[A-Za-z0-9]{16,255}'],
  ['signing-secret', 'word', 'whsec_', '@base64{20,512}'],
  ['signing-secret', 'kebab', 'signkey-prod- signkey-test-', '@alnum{32,128}'],
  ['shopify-token', 'word', 'shpat_ shpss_ shpca_ shppa_ shptka_ shpit_', '@alnum{32,64}'],
  ['square-token', 'kebab', 'sq0atp- sq0csp-', '@word{22,60}'],
  ['easypost-key', 'word', 'EZAK EZTK', '@alnum{54,60}'],
  ['shippo-token', 'word', 'shippo_live_ shippo_test_', '@alnum{40,64}'],
  ['duffel-token', 'word', 'duffel_live_ duffel_test_', '@word{40,64}'],
  ['flutterwave-key', 'kebab', 'FLWSECK_TEST- FLWSECK-', '@alnum{12,48}'],
  ['plaid-token', 'kebab', 'access-production- access-sandbox- access-development-', '@uuid'],
  ['mercadopago-token', 'kebab', 'APP_USR-', '\\d{12,16}-\\d{6}-[a-f0-9]{32}-\\d{4,12}'],
  ['facebook-token', 'word', 'EAACEdEose0cBA', '@alnum{20,255}'],
  // Documents and work
  ['linear-key', 'word', 'lin_api_ lin_oauth_ lin_wh_', '@alnum{32,80}'],
  ['atlassian-token', 'word', 'ATATT3xFfGF0 ATCTT3xFfGN0', '@opaque[\\w=-]{60,300}'],
  ['notion-token', 'word', 'ntn_', '@alnum{40,60}'],
  ['notion-token', 'word', 'secret_', '@opaque[A-Za-z0-9]{43}@end'],
  ['figma-token', 'word', 'figd_ figo_ figu_', '@word{36,64}'],
  ['typeform-token', 'word', 'tfp_', '@opaque[\\w.-]{39,79}[\\w-]'],
  ['contentful-token', 'kebab', 'CFPAT-', '@word{40,64}'],
  ['readme-key', 'word', 'rdme_', '@alnum{60,80}'],
  ['frameio-token', 'kebab', 'fio-u-', '@word{60,72}'],
  ['dropbox-token', 'word', 'sl.', '(?:u\\.)?@word{130,2048}'],
  // Keys
  ['age-key', 'any', 'AGE-SECRET-KEY-', '[A-Z0-9-]{40,160}'],
  ['minisign-key', 'word', 'RWRTY0Iy', '@base64{140,300}'],
  // A private key in PEM, encoded once more: kubeconfig, Kubernetes secrets, variables of CI systems
  [
    'private-key',
    'word',
    'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBLRVkt LS0tLS1CRUdJTiBEU0EgUFJJVkFURSBLRVkt LS0tLS1CRUdJTiBQR1AgUFJJVkFURSBLRVkg',
    '[A-Za-z0-9+/]{40,49152}={0,3}',
  ],
]

/** What follows the prefixes of a token, as a regular expression. */
export const restOf = ([, , , rest]: Token): string =>
  rest.replace(/@([a-z]+\d*)(\{[\d,]+\})?/g, (_, name: string, times = '') =>
    (PARTS[name] as string).replace('%', times),
  )

export const prefixesOf = ([, , prefixes]: Token): string[] => prefixes.split(' ')

/** A prefix, split behind the rarest of its characters: a search that stops at few characters is quick. */
type Split = { prefix: string; head: string; tail: string; token: Token }

const RARE = [...'_-~JKGIB/.py']

const splits = once((): ReadonlyMap<string, readonly Split[]> => {
  const all = TOKENS.flatMap((token) => prefixesOf(token).map((prefix) => ({ prefix, token, ...splitOf(prefix) })))
  return groups(all, ({ end }) => end)
})

function splitOf(prefix: string): { head: string; end: string; tail: string } {
  const end = RARE.find((char) => prefix.includes(char)) as string
  const at = prefix.lastIndexOf(end)
  return { head: prefix.slice(0, at), end, tail: prefix.slice(at + 1) }
}

/** For each character at which prefixes are split: matches behind it, if as much of a prefix stands there as rules out most words. */
export const tokenCues = once((): ReadonlyMap<string, string> => {
  const cueOf = (end: string, all: readonly Split[]): string => {
    const cues = [...groups(all, ({ tail }) => tail.slice(0, 2))].map(([tail, some]) => {
      const heads = [...groups(some, ({ head }) => head.slice(-1))].map(([last, few]) => `(?:${headsOf(few)})${last}`)
      return `${tail === '' ? '' : `(?=${tail})`}(?<=(?:${heads.join('|')})${end})`
    })
    return literal(`(?:${cues.join('|')})`)
  }
  return new Map([...splits()].map(([end, all]) => [end, cueOf(end, all)]))
})

const headsOf = (some: readonly Split[]): string => [...new Set(some.map(({ head }) => head.slice(-3, -1)))].join('|')

function groups<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of all) {
    const group = found.get(keyOf(one))
    if (group === undefined) found.set(keyOf(one), [one])
    else group.push(one)
  }
  return found
}

/** Prefixes have no other special character. */
export const literal = (prefix: string): string => prefix.replaceAll('.', '\\.')

const regExps = new Map<Token, RegExp>()

/** The token whose prefix is split at this character, if there is one. */
export function tokenSpot(text: string, at: number): Spot | null {
  for (const { prefix, head, token } of splits().get(text[at] ?? '') ?? []) {
    const start = at - head.length
    if (start < 0 || !text.startsWith(prefix, start)) continue
    const regExp = regExps.get(token) ?? tokenRegExp(token)
    regExp.lastIndex = start
    if (regExp.test(text)) return { kind: token[0], start, end: regExp.lastIndex }
  }
  return null
}

function tokenRegExp(token: Token): RegExp {
  const regExp = compiled(`${STARTS[token[1]]}(?:${prefixesOf(token).map(literal).join('|')})${restOf(token)}`, 'y')
  regExps.set(token, regExp)
  return regExp
}
