import { describe, expect, it } from 'vitest'
import { redactText } from '../redact.ts'
import { mayHoldSecret } from './secrets.ts'
import { prefixesOf, restOf, TOKENS } from './tokens.ts'

/** Characters that an example may hold, by letter. */
const CHARS: { readonly [letter: string]: string } = {
  a: 'Q7fXk2ZpR9vLm4TcWb8NhYs3GdJe6',
  l: 'k7f2zpr9vx0lm4tcwb8nhys3gdqe6',
  u: 'QK7F2ZPR9VX0LM4TCWB8NHYS3GDE6',
  h: '7f2e9b0c4d8a3156',
  w: 'Q7fXk2-ZpR9_vLm4TcWb8NhYs3GdJe6',
  b: 'Q7fXk2+ZpR9/vLm4TcWb8NhYs3GdJe6',
  d: '7294018365',
}
/** Fills `{a36}` with 36 of the characters `a`, so that no scanner takes this file for a leak. */
const filled = (example: string): string =>
  example.replace(/\{([a-z])(\d+)\}/g, (_, letter: string, length: string) => {
    const chars = CHARS[letter] as string
    return chars.repeat(Number(length)).slice(0, Number(length))
  })

const UUID = '{h8}-{h4}-{h4}-{h4}-{h12}'

/** Tokens as their vendors make them. */
const TOKEN_EXAMPLES: { readonly [kind: string]: string } = {
  'github-token': 'ghp_{a36} gho_{a36} ghu_{a36} ghs_{a36} ghr_{a36} github_pat_{a22}_{a59} ghs_{a36}.{w120}.{w80}',
  'gitlab-token':
    'glpat-{w20} gldt-{w20} glptt-{h40} glrt-{w20} glrtr-{w20} glcbt-64_{w20} glft-{w20} glffct-{w20} glsoat-{w20} glimt-{w25} glagent-{w50} gloas-{h64} glwt-{w20} GR1348941{w20} glpat-{a27}.01.{l9}',
  'bitbucket-token': 'ATBB{a32} BBDC-{a43}',
  'npm-token': 'npm_{a36}',
  'pypi-token': 'pypi-AgEIcHlwaS5vcmc{w150}',
  'rubygems-token': 'rubygems_{h48}',
  'nuget-token': 'oy2{l43}',
  'clojars-token': 'CLOJARS_{h60}',
  'docker-token': 'dckr_pat_{w27} dckr_oat_{w32}',
  'artifactory-token': 'AKCp{a69} cmVmdGtu{a56}',
  'sourcegraph-token': 'sgp_{h40} sgp_{h16}_{h40} sgp_local_{h40}',
  'sonar-token': 'squ_{h40} sqp_{h40} sqa_{h40}',
  'circleci-token': 'CCIPAT_{a22}_{h40} CCIPRJ_{a22}_{h40}',
  'buildkite-token': 'bkua_{h40}',
  'postman-key': 'PMAK-{h24}-{h34}',
  'aws-access-key': 'AKIA{u16} ASIA{u16} ABIA{u16}',
  'aws-bedrock-key': 'ABSK{b128}= bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{b200}',
  'aws-mws-key': `amzn.mws.${UUID}`,
  'alibaba-key': 'LTAI{a20}',
  'google-api-key': 'AIza{w35} GOCSPX-{w28}',
  'google-token': 'ya29.{w180} ya29.a0{w60} 1//0{w100} 1//03{w40}-L9Ir{w60}',
  'digitalocean-token': 'dop_v1_{h64} doo_v1_{h64} dor_v1_{h64}',
  'cloudflare-token': 'v1.0-{h24}-{h146} cfut_{a40} cfat_{a40} cfk_{a40}',
  'heroku-key': `HRKU-${UUID} HRKU-AA{w58}`,
  'fly-token': 'fo1_{w43} fm1a_{b120} fm1r_{b120} fm2_{b300}=',
  'vercel-token': 'vercel_blob_rw_{a16}_{a30}',
  'netlify-token': 'nfp_{a36}',
  'render-key': 'rnd_{a28}',
  'supabase-key': 'sbp_{h40} sb_secret_{w31} sbp_v0_{h40}',
  'planetscale-token': 'pscale_tkn_{w43} pscale_pw_{w43} pscale_oauth_{w43}',
  'databricks-token': 'dapi{h32} dapi{h32}-2',
  'vault-token': 'hvs.{w91} hvb.{w150} hvr.{w90} hvs.CAES{w24}',
  'terraform-token': '.atlasv1.{a67}',
  'pulumi-token': 'pul-{h40}',
  'doppler-token': 'dp.pt.{a43} dp.st.{a43} dp.st.dev_web.{a43} dp.ct.{a43} dp.sa.{a43} dp.scim.{a43} dp.audit.{a43}',
  'onepassword-token': 'ops_eyJ{b300}',
  'tailscale-key': 'tskey-auth-{a12}CNTRL-{a32} tskey-api-{a12}-{a32} tskey-{a12}-{a32}',
  'openshift-token': 'sha256~{w43}',
  'dynatrace-token': 'dt0c01.{u24}.{u64} dt0s01.{u24}.{u64} dt0s02.{u8}.{u64} dt0s16.{u8}.{u64}',
  'grafana-token': 'glsa_{a32}_{h8} glc_eyJ{b120}= eyJrIjoi{a80}',
  'sentry-token': 'sntrys_eyJpYXQiO{b120}=_{b43} sntryu_{h64}',
  'newrelic-key': 'NRAK-{u27} NRII-{w32}'.replace('{w32}', '{a32}'),
  'posthog-key': 'phx_{a43}',
  'mongodb-key': 'mdb_sa_sk_{a40}',
  'prefect-key': 'pnu_{a36}',
  'infracost-key': 'ico-{a32}',
  'api-key': 'sk-{a48} sk-ant-api03-{w93}AA sk-proj-{w100} sk-or-v1-{h64}',
  'xai-key': 'xai-{a80}',
  'groq-key': 'gsk_{a52}',
  'cerebras-key': 'csk-{l48}',
  'nvidia-key': 'nvapi-{w64}',
  'perplexity-key': 'pplx-{a48}',
  'replicate-token': 'r8_{a37}',
  'huggingface-token': 'hf_{a34} api_org_{a34}',
  'langsmith-key': 'lsv2_pt_{h32}_{h10} lsv2_sk_{h32}_{h10}',
  'pinecone-key': 'pcsk_{a6}_{a63}',
  'together-key': 'tgp_v1_{w43}',
  'jina-key': 'jina_{a61}',
  'tavily-key': 'tvly-{a32} tvly-dev-{a32}',
  'slack-token':
    'xoxa-2-{d12}-{a24} xoxb-{d12}-{d13}-{a24} xoxc-{d12}-{d12}-{d13}-{h64} xoxe-1-{u146} xoxo-{d12}-{a24} xoxp-{d12}-{d12}-{d12}-{h32} xoxr-{d12}-{a24} xoxs-{d12}-{a24} xoxd-{w60}%2B{w60}%3D xapp-1-{u11}-{d13}-{h64}',
  webhook: `hooks.slack.com/services/T{u10}/B{u10}/{a24} hooks.slack.com/workflows/T{u10}/A{u10}/{d18}/{a24} hooks.slack.com/triggers/T{u10}/{d13}/{h32} discord.com/api/webhooks/{d19}/{w68} discordapp.com/api/webhooks/{d18}/{w68} discord.com/api/v9/webhooks/{d18}/{w68} discord.com/api/v10/webhooks/{d19}/{w68} hooks.slack-gov.com/services/T{u10}/B{u10}/{a24} .webhook.office.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/{h32}/${UUID} hooks.zapier.com/hooks/catch/{d8}/{l7}`,
  'sendgrid-key': 'SG.{w22}.{w43}',
  'mailgun-key': 'key-{h32}',
  'brevo-key': 'xkeysib-{h64}-{a16} xsmtpsib-{h64}-{a16}',
  'resend-key': 're_{a8}_{a24}',
  'stripe-key': 'sk_live_{a24} sk_test_{a99} sk_prod_{a24} rk_live_{a24} rk_test_{a24} rk_prod_{a24}',
  'signing-secret': 'whsec_{a32} whsec_{b32}= signkey-prod-{h64} signkey-test-{h64}',
  'shopify-token': 'shpat_{h32} shpss_{h32} shpca_{h32} shppa_{h32} shptka_{h32} shpit_{h32}',
  'square-token': 'sq0atp-{w22} sq0csp-{w43}',
  'easypost-key': 'EZAK{a54} EZTK{a54}',
  'shippo-token': 'shippo_live_{h40} shippo_test_{h40}',
  'duffel-token': 'duffel_live_{w43} duffel_test_{w43}',
  'flutterwave-key': 'FLWSECK_TEST-{h32} FLWSECK-{h32}',
  'plaid-token': `access-production-${UUID} access-sandbox-${UUID} access-development-${UUID}`,
  'mercadopago-token': 'APP_USR-{d16}-{d6}-{h32}-{d9}',
  'facebook-token': 'EAACEdEose0cBA{a80}',
  'linear-key': 'lin_api_{a40} lin_oauth_{h64} lin_wh_{a40}',
  'atlassian-token': 'ATATT3xFfGF0{w170}={h8} ATCTT3xFfGN0{w170}={h8}',
  'notion-token': 'ntn_{d11}{a35} secret_{a43}',
  'figma-token': 'figd_{w40} figo_{w40} figu_{w40}',
  'typeform-token': 'tfp_{w44}_{w14}',
  'contentful-token': 'CFPAT-{w43}',
  'readme-key': 'rdme_{l70}',
  'frameio-token': 'fio-u-{w64}',
  'dropbox-token': 'sl.{w140} sl.u.{w140}',
  'age-key': 'AGE-SECRET-KEY-1{u58} AGE-SECRET-KEY-PQ-1{u58}',
  'minisign-key': 'RWRTY0Iy{b204}',
  'private-key':
    'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk{b600} LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ{b600}== LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk{b300} LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZLS0tLS0K{b300} LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBLRVktLS0tLQ{b300} LS0tLS1CRUdJTiBEU0EgUFJJVkFURSBLRVktLS0tLQ{b300} LS0tLS1CRUdJTiBQR1AgUFJJVkFURSBLRVkgQkxPQ0stLS0tLQ{b300}',
}

const examples = Object.entries(TOKEN_EXAMPLES).flatMap(([kind, all]) =>
  all.split(' ').map((example): [kind: string, example: string] => [kind, example]),
)
const gone = (kind: string): string => `[redacted:${kind}]`

describe('a token of a known form', () => {
  it.each(examples)('is a %s: %s', (kind, example) => {
    const secret = filled(example)
    for (const [before, after] of [
      ['', ''],
      ['see ', '.\n'],
      ['x="', '"'],
      ['\\n', '\\n'],
      ['(', ')'],
      ['a=1&b%3D', '&'],
    ] as const) {
      const text = `${before}${secret}${after}`
      expect(mayHoldSecret(`${text} `)).toBe(true)
      expect(redactText(text)).toEqual({ text: `${before}${gone(kind)}${after}`, redacted: { [kind]: 1 } })
    }
  })

  it('has an example for each prefix', () => {
    const without = TOKENS.flatMap((token) => prefixesOf(token).map((prefix) => [token[0], prefix] as const)).filter(
      ([kind, prefix]) => !examples.some(([of, example]) => of === kind && example.startsWith(prefix)),
    )
    expect(without).toEqual([])
  })

  it.each(examples)('is none if half of it is missing: %s %s', (_, example) => {
    const secret = filled(example)
    const half = secret.slice(0, example.indexOf('{') + 3)
    expect(redactText(half)).toEqual({ text: half, redacted: null })
  })

  it('has prefixes without special characters of regular expressions, but for the dot', () => {
    expect(TOKENS.flatMap(prefixesOf).filter((prefix) => !/^[\w./~-]+$/.test(prefix))).toEqual([])
  })

  it('has a kind that a marker can name', () => {
    expect(TOKENS.map(([kind]) => kind).filter((kind) => !/^[a-z-]{1,20}$/.test(kind))).toEqual([])
  })

  it('uses no unbounded quantifier', () => {
    for (const token of TOKENS) {
      const source = restOf(token)
        .replace(/\\./g, '')
        .replace(/\[[^\]]*\]/g, '')
      expect(source).not.toMatch(/[*+]|,\}/)
    }
  })
})

describe('ordinary text with the prefix of a token', () => {
  it.each([
    'whsec_your_webhook_signing_secret_goes_here_please',
    'whsec_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'dop_v1_your_token',
    'hvs.resolveTheSecretsOfTheVaultNow()',
    'dapi.createTheClientForTheDatabricksApi()',
    'import dapiClient from "dapi"',
    'lin_api_key_of_the_workspace_of_our_team',
    'sbp_project_settings_of_the_branch_preview',
    'shpat_access_token_of_the_shop_admin_client',
    'AGE-SECRET-KEY- is how an age key starts',
    'key-value-pairs-of-the-configuration-file',
    'cache-key-d41d8cd98f00b204e9800998ecf8427e',
    'https://hooks.slack.com/services/T000/B000/XXXX',
    'https://hooks.slack.com/services/YOUR/WEBHOOK/URL',
    'https://discord.com/api/webhooks/{id}/{token}',
    're_render_the_whole_page_after_each_change_of_it',
    're_exportedX_theComponentsOfTheLibrary',
    'secret_santa_list_of_the_whole_company_for_the_year_2024',
    'sl.addEventListener("change", onChange)',
    'ico-arrow-left-large-primary-dark-outline-16',
    'csk-learning-rate-schedule-with-warmup-and-decay-2',
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'integrity sha512-oy2zQ8dlxRjSxhUu3rEZHrCaG5bJZlYk1aFUHXOfzJ8Xw==',
    'data:font/woff2;base64,d09GMgABAAAAAAzkAAwAAAAAGHwAAAyWAAEAAAAA',
    '.css-1//03 .figd_box { color: #fff }',
    '// 1//0 is one divided by one over zero',
    'sha256~ marks an OpenShift token',
    'phx_click, phx_change and phx_submit are events of Phoenix LiveView',
    'gsk_button_style_of_the_primary_action_in_the_dialog_window',
    'ops_eyJ starts one, and tskey- another',
    'xai-explainability-toolkit-for-large-language-models-2024',
    'sk-learn and task-runner-with-a-very-long-name-0123456789',
  ])('keeps %j', (text) => {
    expect(redactText(text)).toEqual({ text, redacted: null })
  })
})
