import { describe, expect, it } from 'vitest'
import { scaled } from '../../../test/helpers/scale.ts'
import { BLOCK_BYTES, createRedactor, redactText } from '../redact.ts'
import { cuedShapes, isSecretArgument, isSecretField, mayHoldSecret, REACH_AHEAD, SHORTEST } from './secrets.ts'

/** Secrets are assembled here, so that no scanner reports this file. */
const of = (...parts: string[]): string => parts.join('')
const random = (length: number): string => 'a1Bz9Q'.repeat(length).slice(0, length)
const upper = (length: number): string => 'Q7XKZ2'.repeat(length).slice(0, length)
const HUNTER = of('hunter', '2')
const BEGIN = of('-----BEGIN ', 'PRIVATE KEY-----')
const END = of('-----END ', 'PRIVATE KEY-----')
const JWT = [of('eyJ', random(30)), of('eyJ', random(60)), random(43)].join('.')
const lines = (separator: string): string => [BEGIN, random(64), random(64), 'kE==', END].join(separator)

/** A key file of PuTTY; null stands for its removed lines. */
const PUTTY = (line: string | null): string =>
  [
    'PuTTY-User-Key-File-3: ssh-ed25519',
    'Encryption: none',
    'Comment: me@host',
    `Public-Lines: 2\n${random(64)}\n${random(24)}`,
    `Private-Lines: 2${line === null ? gone('private-key') : `\n${line}\n${random(10)}==`}`,
    `Private-MAC: ${'7f2e9b0c'.repeat(8)}`,
  ].join('\n')

/** One kind: secrets that are removed, with the text that stays around them, and near misses that stay unchanged. */
type Cases = { kind: string; goes: [input: string, left: string][]; stays: string[] }

const gone = (kind: string): string => `[redacted:${kind}]`
/** A secret that is removed as a whole, alone and in the places where it occurs in practice. */
const everywhere = (kind: string, secret: string): [string, string][] =>
  ['', 'key ', 'x="', '\\n', '\u001b[31m', '(', '/'].map((before) => [
    `${before}${secret}\n`,
    `${before}${gone(kind)}\n`,
  ])

const KINDS: Cases[] = [
  {
    kind: 'private-key',
    goes: [
      [`a\n${lines('\n')}\nb`, `a\n${gone('private-key')}\nb`],
      [`{"key":"${lines('\\n')}\\n"}`, `{"key":"${gone('private-key')}\\n"}`],
      [lines('\r\n'), gone('private-key')],
      [lines('\n      '), gone('private-key')],
      [lines('\\n" +\n  "'), gone('private-key')],
      [lines(' '), gone('private-key')],
      [`  1→${lines('\n  2→')}`, `  1→${gone('private-key')}`],
      [of(BEGIN, random(400), END), gone('private-key')],
      [
        `${BEGIN.replace('PRIVATE', 'RSA PRIVATE')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n${random(64)}\n\nNext words.`,
        `${gone('private-key')}\n\nNext words.`,
      ],
      [`PRIVATE_KEY="${lines('\n')}"`, `PRIVATE_KEY="${gone('private-key')}"`],
      [`${BEGIN}\n${`${random(64)}\n`.repeat(500)}${END}`, gone('private-key')],
      [PUTTY(random(64)), PUTTY(null)],
      [PUTTY(random(64)).replaceAll('\n', '\r\n'), PUTTY(null).replaceAll('\n', '\r\n')],
      [JSON.stringify(PUTTY(random(64))), JSON.stringify(PUTTY(null))],
      [`    client-key-data: ${random(400)}==\n`, `    client-key-data: ${gone('private-key')}\n`],
      [`"client-key-data": "${random(400)}"`, `"client-key-data": "${gone('private-key')}"`],
      [
        `${BEGIN.replace('PRIVATE KEY', 'PGP PRIVATE KEY BLOCK')}\nVersion: GnuPG v2\n\n${random(64)}\n${random(64)}\n=a1Bz\n${END.replace('PRIVATE KEY', 'PGP PRIVATE KEY BLOCK')}`,
        gone('private-key'),
      ],
    ],
    stays: [
      BEGIN,
      `A file that starts with ${BEGIN} holds a key, and this sentence does not.`,
      `${BEGIN}\n...\n${END}`,
      `keys.ts:${BEGIN}\nsrc/some/other/longer/path/to/keys.ts:${BEGIN}\n`,
      `${lines('\n')}`.replaceAll('PRIVATE', 'PUBLIC'),
      'Private-Lines: 14 of them follow',
      'client-key-data: REDACTED',
      `client-certificate-data: ${random(400)}`,
    ],
  },
  {
    kind: 'aws-access-key',
    goes: everywhere('aws-access-key', of('AKIA', upper(16))),
    stays: [of('AKIA', upper(15)), of('AKIA', upper(17)), of('XAKIA', upper(16)), 'ASIA PACIFIC SOUTHEAST REGION'],
  },
  {
    kind: 'github-token',
    goes: [
      ...everywhere('github-token', of('ghp_', random(36))),
      ...everywhere('github-token', of('github_pat_', random(82))),
      ...everywhere('github-token', of('ghs_', [random(40), of('eyJ', random(40)), random(43)].join('.'))),
    ],
    stays: [of('ghp_', random(35)), 'github_pat_here', of('ghx_', random(36))],
  },
  {
    kind: 'gitlab-token',
    goes: everywhere('gitlab-token', of('glpat-', random(20))),
    stays: [of('glpat-', random(19)), 'glrt-is-a-prefix-of-runner-tokens'],
  },
  {
    kind: 'slack-token',
    goes: [
      ...everywhere('slack-token', of('xoxb-', '123456789012-', random(24))),
      ...everywhere('slack-token', of('xapp-', '1-A0', random(20))),
    ],
    stays: ['xoxo-hugs-and-kisses', 'xoxb-12345', 'xapp-ender-of-things-and-more'],
  },
  {
    kind: 'api-key',
    goes: [
      ...everywhere('api-key', of('sk-', random(48))).slice(0, -1),
      ...everywhere('api-key', of('sk-', 'ant-api03-', random(40), '_-', random(50))),
      ...everywhere('api-key', of('sk-', 'proj-', random(60))),
    ],
    stays: [
      of('task-', random(48)),
      'sk-learn-model-v2-large-2024-release',
      of('sk-', 'abcdefgh'.repeat(6)),
      of('sk-', random(12)),
      'sk-123e4567-e89b-12d3-a456-426614174000',
    ],
  },
  {
    kind: 'google-api-key',
    goes: [
      ...everywhere('google-api-key', of('AIza', random(35))),
      ...everywhere('google-api-key', of('GOCSPX-', random(28))),
    ],
    stays: [of('AIza', random(34)), of('AIza', random(36)), of('mAIza', random(35))],
  },
  {
    kind: 'stripe-key',
    goes: [
      ...everywhere('stripe-key', of('sk_', 'live_', random(24))),
      ...everywhere('stripe-key', of('rk_', 'test_', random(24))),
    ],
    stays: [of('sk_', 'live_', random(10)), of('pk_', 'live_', random(24)), 'sk_test_helper_for_sketches'],
  },
  {
    kind: 'npm-token',
    goes: everywhere('npm-token', of('npm_', random(36))),
    stays: ['npm_config_user_agent_and_some_more_words', of('npm_', random(35)), of('npm_', random(37))],
  },
  {
    kind: 'pypi-token',
    goes: everywhere('pypi-token', of('pypi-', 'AgEIcHlwaS5vcmc', random(60))),
    stays: ['pypi-package-index-mirror-with-a-very-long-name-that-goes-on-and-on', of('pypi-', 'AgE', random(20))],
  },
  {
    kind: 'huggingface-token',
    goes: everywhere('huggingface-token', of('hf_', random(34))),
    stays: ['hf_hub_download_of_some_rather_long_name', of('hf_', random(20)), of('shf_', random(34))],
  },
  {
    kind: 'sendgrid-key',
    goes: everywhere('sendgrid-key', ['SG', random(22), random(43)].join('.')),
    stays: [['SG', random(21), random(43)].join('.'), 'MSG.text.value'],
  },
  {
    kind: 'pgpass',
    goes: [
      [`localhost:5432:shop:app:${HUNTER}\n`, `localhost:5432:shop:app:${gone('pgpass')}\n`],
      ['localhost:5432:shop:app:8SHxkP\n', `localhost:5432:shop:app:${gone('pgpass')}\n`],
      [`# mine\n*:*:*:postgres:swordfish\nx`, `# mine\n*:*:*:postgres:${gone('pgpass')}\nx`],
      [`     1\tlocalhost:5432:shop:app:${HUNTER}\n`, `     1\tlocalhost:5432:shop:app:${gone('pgpass')}\n`],
      [`db-1.example.com:25060:*:app-user:s3cr%t#!`, `db-1.example.com:25060:*:app-user:${gone('pgpass')}`],
      [
        `echo "10.0.0.7:5433:shop:app:${HUNTER}" >> ~/.pgpass`,
        `echo "10.0.0.7:5433:shop:app:${gone('pgpass')}" >> ~/.pgpass`,
      ],
      [
        `{"content":"h:5432:d:u:${HUNTER}\\nh:5432:d:v:${HUNTER}"}`,
        `{"content":"h:5432:d:u:${gone('pgpass')}\\nh:5432:d:v:${gone('pgpass')}"}`,
      ],
    ],
    stays: [
      'src/a.ts:1204:5: error: no such column',
      'src/a.ts:1204:error:message:text',
      'src/index.test.ts:4096:12:warning:unused',
      'localhost:5432/shop:app',
      'localhost:5432:shop:app:',
      'localhost:5432:shop:app:*',
      'image:8080:tag:name: value',
      'redis:6379:db0:user:',
      'at 2024-01-01T10:20:30 app:1234:main:INFO: started',
      'sftp:x:1001:1001:sftp:/home/sftp:/bin/bash',
      '127.0.0.1:8080:GET:index.html:200',
      'db:5432:app:app:$PASSWORD',
      'host:3306:db:user:password',
    ],
  },
  {
    kind: 'telegram-token',
    goes: [
      ...everywhere('telegram-token', of('7294018365', ':AA', random(33))),
      ...everywhere('telegram-token', of('5474192888', ':AAsQWx', 'YoGyuGUlqWPkVIa_kdbIwxLPGhyMx')),
      [
        `https://api.telegram.org/bot${of('110201543', ':AAH', random(32))}/getMe`,
        `https://api.telegram.org/bot${gone('telegram-token')}/getMe`,
      ],
    ],
    stays: [
      '12345678:Abstract',
      of('7294018365', ':AA', random(60)),
      'at 20240101:AllOfTheTestsInTheWholeProjectRan',
      '10:AM',
    ],
  },
  {
    kind: 'discord-token',
    goes: [
      ...everywhere('discord-token', of('MTE3', 'NzI5NDAxODM2NTcyOTQw', '.Gx7f2k.', random(38))),
      ...everywhere('discord-token', of('NjMxMjc5', 'NTgzMjg2ODUzMTU', '.rAyFqD.', 'mkQmytubFBGXEUedBDlyjNQwRVx')),
      [`see ${of('MTE3', 'NzI5NDAxODM2NTcyOTQw', '.Gx7f2k.', random(38))}.`, `see ${gone('discord-token')}.`],
      ...everywhere('discord-token', of('Nz', random(22), '.', random(6), '.', random(27))),
    ],
    stays: [
      'MyComponentWithALongName2.render.toTheWholeOfTheScreenAtOnce',
      of('MTE3', random(20), '.', random(7), '.', random(38)),
      'Notes.2024.md',
    ],
  },
  {
    kind: 'airtable-token',
    goes: everywhere('airtable-token', of('pat', random(14), '.', '7f2e9b0c'.repeat(8))),
    stays: [of('pat', random(14), '.', random(64)), 'path.to.something', 'patternsOfNames.0123456789abcdef'],
  },
  {
    kind: 'azure-secret',
    goes: everywhere('azure-secret', of('x7f8', 'Q~', random(34))),
    stays: [of('x7f8', 'Q~', random(20)), 'a=b8Q~c'],
  },
  {
    kind: 'jwt',
    goes: [...everywhere('jwt', JWT), ...everywhere('jwt', JWT.split('.').slice(0, 2).join('.'))],
    stays: [of('eyJ', random(80)), of('eyJ', random(20), '.', random(20)), 'heyJude.eyJude.heyJude'],
  },
  {
    kind: 'authorization',
    goes: [
      [`Authorization: Bearer ${random(20)}\r\nHost: x`, `Authorization: Bearer ${gone('authorization')}\r\nHost: x`],
      [
        `curl -H "Authorization: Bearer ${random(20)}" https://x`,
        `curl -H "Authorization: Bearer ${gone('authorization')}" https://x`,
      ],
      [`authorization: basic dXNlcjpwYXNz`, `authorization: basic ${gone('authorization')}`],
      [`{"Authorization": "Token ${random(9)}"}`, `{"Authorization": "Token ${gone('authorization')}"}`],
      [
        `{\\"authorization\\":\\"Bearer ${random(20)}\\"}`,
        `{\\"authorization\\":\\"Bearer ${gone('authorization')}\\"}`,
      ],
      [`HTTP_AUTHORIZATION=Bearer ${random(20)}`, `HTTP_AUTHORIZATION=Bearer ${gone('authorization')}`],
    ],
    stays: [
      'Authorization: Bearer $TOKEN',
      of('Authorization: Bearer $', '{TOKEN}'),
      'Authorization: Bearer <token>',
      'Authorization: Bearer {token}',
      "headers: { Authorization: 'Bearer ' + token }",
      'Authorization: Basic authentication is off',
      'Authorization: required',
      'The bearer of this letter',
    ],
  },
  {
    kind: 'url-password',
    goes: [
      [`postgres://app:${HUNTER}@db:5432/shop`, `postgres://app:${gone('url-password')}@db:5432/shop`],
      [`redis://:${HUNTER}@cache`, `redis://:${gone('url-password')}@cache`],
      [`https://me:p@${HUNTER}@host/x`, `https://me:${gone('url-password')}@host/x`],
      [`a://:b@c`, `a://:${gone('url-password')}@c`],
    ],
    stays: [
      'http://localhost:3000/@scope/name',
      'https://user@host:22/x@y',
      'https://user:$PASSWORD@host',
      of('https://user:$', '{PASSWORD}@host'),
      'https://user:***@host',
      'https://user:<password>@host',
      'http://host:80?email=a@b.example',
      'https://registry.npmjs.org/@types/node/-/node-20.1.0.tgz',
      'at 12:30 write to me@host.example',
    ],
  },
  {
    kind: 'assignment',
    goes: [
      [`GITHUB_TOKEN=${HUNTER} npm publish`, `GITHUB_TOKEN=${gone('assignment')} npm publish`],
      [`PGPASSWORD=${HUNTER};psql`, `PGPASSWORD=${gone('assignment')};psql`],
      [`export X_SECRET="two words" Y=1`, `export X_SECRET="${gone('assignment')}" Y=1`],
      [`{"env":"A_API_KEY=\\"a\\\\b c\\"\\nB=1"}`, `{"env":"A_API_KEY=\\"${gone('assignment')}\\"\\nB=1"}`],
      [`AWS_SECRET_ACCESS_KEY=${random(40)}\n`, `AWS_SECRET_ACCESS_KEY=${gone('assignment')}\n`],
      [`DB_PASS='${HUNTER}' TOKEN_2=${HUNTER}`, `DB_PASS='${gone('assignment')}' TOKEN_2=${gone('assignment')}`],
      [`AWS_ACCESS_KEY_ID=${of('AKIA', upper(16))}`, `AWS_ACCESS_KEY_ID=${gone('aws-access-key')}`],
      [`aws_secret_access_key = ${random(40)}`, `aws_secret_access_key = ${gone('assignment')}`],
      [`//registry.example/:_authToken=${random(36)}`, `//registry.example/:_authToken=${gone('assignment')}`],
      [`The password=${HUNTER} works.`, `The password=${gone('assignment')} works.`],
      [
        `Server=db;User Id=sa;Password=${HUNTER};Encrypt=yes`,
        `Server=db;User Id=sa;Password=${gone('assignment')};Encrypt=yes`,
      ],
      [`pwd='${HUNTER}', db_secret="two words"`, `pwd='${gone('assignment')}', db_secret="${gone('assignment')}"`],
      [`api_key=${HUNTER} auth-token=${HUNTER}`, `api_key=${gone('assignment')} auth-token=${gone('assignment')}`],
      [`password: ${HUNTER}\n`, `password: ${gone('assignment')}\n`],
      [`login with token: "${HUNTER}"`, `login with token: "${gone('assignment')}"`],
      [`pw=ab1`, `pw=${gone('assignment')}`],
      [`user.password=${HUNTER}`, `user.password=${gone('assignment')}`],
      [`X_TOKEN=${'😀'.repeat(5000)}`, `X_TOKEN=${gone('assignment')}${'😀'.repeat(904)}`],
    ],
    stays: [
      'X_TOKEN=it',
      'const token = parse(x)',
      'max_tokens=4096',
      'MAX_TOKENS=1000000',
      'TOKEN_LIMIT=many',
      'TOKENIZERS_PARALLELISM=whatever',
      'X_TOKEN=',
      'X_TOKEN= next',
      'X_TOKEN=$OTHER',
      'X_TOKEN="$OTHER"',
      of('X_TOKEN=$', '{OTHER:-none}'),
      'X_TOKEN=$(cat file)',
      'X_TOKEN=<your token>',
      'X_TOKEN="<your token>"',
      'X_TOKEN=***',
      'X_TOKEN=true',
      'X_TOKEN=None,',
      'if (X_TOKEN=="value")',
      'X_TOKEN_FILE=/run/secrets/token',
      'GOOGLE_APPLICATION_CREDENTIALS=/etc/key.json',
      'API_KEY=os.environ["API_KEY"]',
      'API_KEY=read(name)',
      'API_KEY=process.env.API_KEY',
      'The PASSWORD = the word that lets you pass',
      'login(user, password=password, token=args.token)',
      'connect(password=self.password, secret=get_secret())',
      'def login(password=None, token="")',
      'password=<your password>',
      'Password: required, at least 8 characters',
      'token: string; secret: z.string()',
      'The token: it is read from the file.',
    ],
  },
  {
    kind: 'header',
    goes: [
      [`X-Api-Key: ${HUNTER}\nHost: x`, `X-Api-Key: ${gone('header')}\nHost: x`],
      [`curl -H 'PRIVATE-TOKEN: ${HUNTER}' x`, `curl -H 'PRIVATE-TOKEN: ${gone('header')}' x`],
      [`Cookie: a=${HUNTER}; b=1`, `Cookie: ${gone('header')}`],
      [`Set-Cookie: sid=${HUNTER}; HttpOnly`, `Set-Cookie: sid=${gone('header')}; HttpOnly`],
    ],
    stays: [
      'The Set-Cookie header and the Cookie: header are parsed.',
      'X-Api-Key: required',
      'Cookie: session=$SESSION',
      'X-Api-Key: <key>',
    ],
  },
  {
    kind: 'flag',
    goes: [
      [`mysql --password ${HUNTER} -e x`, `mysql --password ${gone('flag')} -e x`],
      [`mysql --password=${HUNTER}`, `mysql --password=${gone('flag')}`],
      [`npm publish --token ${HUNTER}|cat`, `npm publish --token ${gone('flag')}|cat`],
      [`x --db-password 'two words' y`, `x --db-password '${gone('flag')}' y`],
      [
        `x --api-key ${HUNTER} --api_key=${HUNTER} --apiKey ${HUNTER}`,
        `x --api-key ${gone('flag')} --api_key=${gone('flag')} --apiKey ${gone('flag')}`,
      ],
      [`x --oauth2-client-secret "${HUNTER}"`, `x --oauth2-client-secret "${gone('flag')}"`],
      [`curl -u me:${HUNTER} https://x`, `curl -u me:${gone('flag')} https://x`],
      [`curl -s https://x \\\n  --user "me:${HUNTER}"`, `curl -s https://x \\\n  --user "me:${gone('flag')}"`],
      [
        `curl -u ${of('ghp_', random(36))}:x-oauth https://x`,
        `curl -u ${gone('github-token')}:${gone('flag')} https://x`,
      ],
      [`--token x`, `--token ${gone('flag')}`],
    ],
    stays: [
      'x --password "$PASSWORD"',
      of('x --password=$', '{PASSWORD}'),
      'x --password <password>',
      'x --password PASSWORD',
      'x --token --verbose',
      'x --max-token 4096',
      'x --password-stdin y',
      'x --token-file y',
      'x --tokens many',
      'Use --token to log in, or --password when there is none.',
      '  --token string   the token',
      '  --token   the token',
      'docker build --secret id=npmrc .',
      'docker run -u node:node image',
      'docker run -u 1000:1000 image',
      'curl https://x\ndocker run -u node:node image',
      'curl -u $USER:$PASSWORD https://x',
    ],
  },
  {
    kind: 'json-field',
    goes: [
      [`{"password": "two \\"words\\""}`, `{"password": "${gone('json-field')}"}`],
      [`{'dbPassword':'${HUNTER}'}`, `{'dbPassword':'${gone('json-field')}'}`],
      [
        `{\\"client_secret\\":\\"${HUNTER}\\",\\"a\\":1}`,
        `{\\"client_secret\\":\\"${gone('json-field')}\\",\\"a\\":1}`,
      ],
      [
        `{"apiKey":"${HUNTER}","access_token":"${HUNTER}"}`,
        `{"apiKey":"${gone('json-field')}","access_token":"${gone('json-field')}"}`,
      ],
      [`{"NPM_TOKEN": "${HUNTER}"}`, `{"NPM_TOKEN": "${gone('json-field')}"}`],
      [`{"token": "${random(24)}"}`, `{"token": "${gone('json-field')}"}`],
    ],
    stays: [
      '{"password": ""}',
      '{"password": null, "secret": true}',
      of('{"password": "$', '{PASSWORD}"}'),
      '{"password": "********"}',
      '{"token": "identifier"}',
      '{"tokens": 1200, "max_tokens": "4096"}',
      '{"passwordless": "yes"}',
    ],
  },
  {
    kind: 'url-query',
    goes: [
      [`https://x/y?access_token=${random(20)}&z=1`, `https://x/y?access_token=${gone('url-query')}&z=1`],
      [`curl -d 'user=me&password=${HUNTER}' x`, `curl -d 'user=me&password=${gone('url-query')}' x`],
    ],
    stays: [
      'https://x/y?token=',
      'https://x/y?token=$TOKEN',
      'https://x/y?page_token=abcdef',
      'https://x/y?token=4096',
    ],
  },
]

const ORDINARY = {
  'SHA-256 digests': 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'git hashes': 'commit 3f786850e387550fdab836ed7e6dc881de23001b (HEAD -> main) 3f78685',
  UUIDs: 'session 123e4567-e89b-12d3-a456-426614174000',
  'integrity strings of lock files': `"integrity": "sha512-${'Zm9vYmFy+/'.repeat(8)}Zm9vYg=="`,
  'kebab-case words': 'desk-lamp-with-a-very-long-name-0123456789 risk-assessment-2024-q3-final',
  'code about tokens': 'const token = parse(x); usage = { tokens: 1200, max_tokens: 4096 }; nextToken(TOKEN)',
  'types and schemas': 'type Login = { password: string; token?: string }; z.object({ secret: z.string() })',
  'paths and packages': 'node_modules/@scope/pkg@1.2.3/dist/index.js:10:5 https://example.com:8080/a',
  'lines with colons': 'a.ts:10:5: error\nroot:x:0:0:root:/root:/bin/bash\nhttp://h:8080/a:b:c',
  'a word that names a secret': 'The password is checked; the secret stays; a token is a word.',
}

const streamed = (chunks: string[]): string => {
  const redactor = createRedactor()
  const output = chunks.map((chunk) => redactor.write(Buffer.from(chunk, 'latin1')))
  return Buffer.concat([...output, redactor.end()]).toString('latin1')
}

describe.each(KINDS)('a secret of kind $kind', ({ kind, goes, stays }) => {
  it.each(goes)('is removed from %j', (input, left) => {
    expect(redactText(input).text).toBe(left)
  })

  it('is counted under its kind', () => {
    const [input, left] = goes[0] as [string, string]
    expect(redactText(input)).toEqual({ text: left, redacted: { [kind]: 1 } })
  })

  it.each(stays)('is not seen in %j', (input) => {
    expect(redactText(input)).toEqual({ text: input, redacted: null })
  })

  it('is found if a chunk ends at any byte of it', () => {
    const [input, left] = goes[0] as [string, string]
    const bytes = Buffer.from(input).toString('latin1')
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(streamed([bytes.slice(0, cut), bytes.slice(cut)])).toBe(Buffer.from(left).toString('latin1'))
    }
  })

  it('is found if the window of a stream ends inside it', () => {
    const [input, left] = goes[0] as [string, string]
    const before = 'all is well\n'.repeat(BLOCK_BYTES).slice(-BLOCK_BYTES)
    for (const cut of [0, 1, 4, 9, 16, 30, input.length]) {
      const behind = '\n'.repeat(REACH_AHEAD - input.length + cut)
      expect(streamed([before, input + behind, before])).toBe(before + left + behind + before)
    }
  })
})

describe('ordinary text', () => {
  it.each(Object.entries(ORDINARY))('keeps %s', (_, text) => {
    expect(redactText(text)).toEqual({ text, redacted: null })
  })
})

describe('hostile text', () => {
  const CLEAN = [
    BEGIN,
    of(BEGIN, '\n'),
    of(BEGIN, ' AAAA: 1 '.repeat(45)),
    'eyJ',
    ' eyJ',
    '.eyJ',
    'sk-',
    ' sk-',
    'A_TOKEN= ',
    '_',
    'TOKEN_',
    '--a-',
    '--token --',
    'a://u:',
    ' -u a:',
    'Authorization:',
    '"password": "',
    'glpat-',
    '\\',
    '"',
    ':',
    '=',
    '-',
    'a',
    'A',
    '\n1',
    '[redacted:',
  ]

  /** A megabyte in the long suite. */
  const LENGTH = scaled(1 << 20)

  it.each(CLEAN)('stays unchanged when it repeats %j', (part) => {
    const text = part.repeat(LENGTH / part.length)
    expect(redactText(text)).toEqual({ text, redacted: null })
  })

  it('is redacted to the end when it repeats a cue', () => {
    const count = scaled(128)
    const { text, redacted } = redactText('A_TOKEN='.repeat(count << 10))
    expect(redacted).toEqual({ assignment: count })
    expect(text).toBe(of('A_TOKEN=', gone('assignment')).repeat(count))
  })

  it('loses no more than the maximum length of a value to an unclosed quote', () => {
    const { text } = redactText(`X_TOKEN="${'abc '.repeat(10_000)}`)
    expect(text.length).toBe('X_TOKEN="'.length + gone('assignment').length + 40_000 - 8192)
  })
})

describe('the shapes', () => {
  it('all have tests', () => {
    const named = ['assignment', 'json-field', 'url-query', 'flag', 'header']
    const tested = new Set(KINDS.map(({ kind }) => kind))
    expect([...named, ...cuedShapes().map(({ kind }) => kind)].filter((kind) => !tested.has(kind))).toEqual([])
  })

  it('use no unbounded quantifier', () => {
    for (const { cue, kept, secret } of cuedShapes()) {
      const source = [cue, kept, secret]
        .join('')
        .replace(/\\./g, '')
        .replace(/\[[^\]]*\]/g, '')
      expect(source).not.toMatch(/[*+]|,\}/)
    }
  })

  it('never match a secret shorter than SHORTEST', () => {
    const shortest = Math.min(...KINDS.flatMap(({ goes }) => goes.map(([input]) => input.length)))
    expect(shortest).toBe(SHORTEST)
  })
})

describe('the quick test of a short text', () => {
  it.each(KINDS.flatMap(({ kind, goes }) => goes.map(([input]) => [kind, input])))('never misses a %s', (_, input) => {
    expect(mayHoldSecret(input)).toBe(true)
  })

  it('skips ordinary text, so that nothing is compiled for it', () => {
    expect(mayHoldSecret('{"tool_name":"Bash","command":"npm test","exit":0,"stdout":"3 passed, 0 failed"}')).toBe(
      false,
    )
  })

  it('skips a name with nothing after it, but not the same name with a value', () => {
    expect(mayHoldSecret('tests_pass')).toBe(false)
    expect(mayHoldSecret('tests_pass=hunter2')).toBe(true)
    expect(mayHoldSecret('a_pass=hunter2 b_pass')).toBe(true)
  })
})

describe('a field that names a secret', () => {
  it.each([
    'password',
    'DB_PASSWORD',
    'dbPassword',
    'passwd',
    'secret',
    'client_secret',
    'clientSecret',
    'api_key',
    'apiKey',
    'API-KEY',
    'x-api-key',
    'apikey',
    'access_token',
    'accessToken',
    'auth-token',
    'refreshToken',
    'private_key',
    'secretAccessKey',
    'Authorization',
    'GITHUB_TOKEN',
    'PGPASSWORD',
    'MYSQL_PWD',
  ])('is %s', (name) => {
    expect(isSecretField(name, HUNTER)).toBe(true)
  })

  it.each([
    'tokens',
    'maxTokens',
    'key',
    'keys',
    'passwordPolicy',
    'secretary',
    'pwd',
    'TOKEN_FILE',
    'TOKEN_URL',
    'tokenCount',
  ])('is not %s', (name) => {
    expect(isSecretField(name, HUNTER)).toBe(false)
  })

  it.each([
    '',
    '  ',
    '$X',
    of('$', '{X}'),
    '$(pass show x)',
    '<password>',
    '{{ password }}',
    '***',
    '********',
    '[redacted:named]',
  ])('holds none in %j', (text) => {
    expect(isSecretField('password', text)).toBe(false)
  })

  it('is the field token only if its value looks like a token', () => {
    expect(isSecretField('token', random(24))).toBe(true)
    expect(isSecretField('token', 'an ordinary word')).toBe(false)
  })

  it('is not a variable that holds a number, a boolean or a path to credentials', () => {
    expect(isSecretField('MAX_TOKENS', '4096')).toBe(false)
    expect(isSecretField('USE_TOKEN', 'true')).toBe(false)
    expect(isSecretField('GOOGLE_APPLICATION_CREDENTIALS', '/etc/key.json')).toBe(false)
  })
})

describe('a word after a flag that names a secret', () => {
  it('is the secret', () => {
    expect(isSecretArgument('--password', HUNTER)).toBe(true)
    expect(isSecretArgument('--db-api-key', HUNTER)).toBe(true)
  })

  it('is not a secret if it is a flag, a number or a variable, or if the flag does not name a secret', () => {
    expect(isSecretArgument('--password', '--verbose')).toBe(false)
    expect(isSecretArgument('--max-token', '4096')).toBe(false)
    expect(isSecretArgument('--password', '$PASSWORD')).toBe(false)
    expect(isSecretArgument('--password-stdin', HUNTER)).toBe(false)
  })
})
