import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { createRedactor, redactText } from '../redact.ts'
import { mayHoldSecret } from './secrets.ts'

/** Secrets are assembled here, so that no scanner reports this file. */
const SECRETS: { [place: string]: string } = {
  SHORT: ['hu', 'nter2'].join(''),
  LONG: ['a1Bz9Q', 'c3Dx7W', 'e5Fv5Y'].join(''),
  WORD: ['sword', 'fish'].join(''),
}
const filled = (line: string): string =>
  line.replace(/%(SHORT|LONG|WORD)%/g, (_, place: string) => SECRETS[place] ?? '')
const leaks = (text: string): boolean => Object.values(SECRETS).some((secret) => text.includes(secret))

function streamed(text: string): string {
  const redactor = createRedactor()
  return Buffer.concat([redactor.write(Buffer.from(text)), redactor.end()]).toString()
}

/** Lines with a secret, in every notation. */
const SECRET_LINES: readonly string[] = [
  'password = "%SHORT%"',
  'Password = %SHORT%',
  'PASSWORD = %SHORT%',
  "const password = '%SHORT%'",
  '$env:DB_PASSWORD = "%SHORT%"',
  'os.environ["API_KEY"] = "%SHORT%"',
  'PASSWORD: %SHORT%',
  'Password:%SHORT%',
  'password:%SHORT%!',
  'GITHUB_TOKEN: %SHORT%',
  'api key: %SHORT%',
  'pw: %SHORT%',
  'password: %SHORT%',
  'secret: %SHORT%',
  'pass=%SHORT%',
  'db.password=%SHORT%',
  'dbPassword=%SHORT%',
  'userPassword=%SHORT%',
  'API-KEY=%SHORT%',
  'auth=%SHORT%',
  'credentials=%SHORT%',
  '--pass %SHORT%',
  'helm upgrade --set db.password=%SHORT%',
  '{"token":"%SHORT%"}',
  '{"token" : "%SHORT%"}',
  '{"apiToken":"%SHORT%"}',
  '{"pass":"%SHORT%"}',
  '<password>%SHORT%</password>',
  'X-Api-Key: %SHORT%',
  'Cookie: a=%SHORT%; b=%SHORT%',
  'Set-Cookie: sid=%SHORT%; Path=/; HttpOnly',
  'Authorization: %SHORT%',
  'authorization: ApiKey %SHORT%',
  'Bearer %LONG%',
  'mysql -u root -p%SHORT% shop',
  'sshpass -p %SHORT% ssh h',
  'docker login -u me -p %SHORT% reg.io',
  'redis-cli -a %SHORT% ping',
  'openssl rsa -passin pass:%SHORT% -in k',
  'machine h login me password %SHORT%',
  'aws configure set aws_secret_access_key %SHORT%',
  'https://%LONG%@github.com/o/r',
  'the password is %SHORT%',
  'token is %SHORT%',
  'mot de passe : %SHORT%',
  'contraseña: %SHORT%',
  'Wachtwoord: %SHORT%',
  'パスワード: %SHORT%',
  '密码：%SHORT%',
  'пароль: %SHORT%',
  'Kennwort = %SHORT%',
  'das Passwort lautet %SHORT%',
  'senha=%SHORT%',
  'X-Vault-Token: %SHORT%',
  "curl -H 'PRIVATE-TOKEN: %SHORT%' https://x",
  'Proxy-Authorization: Basic %SHORT%',
  'echo %SHORT% | docker login -u x --password-stdin',
  'ldapsearch -D cn=x -w %SHORT% -b dc',
  'mongosh -u a -p %SHORT%',
  ' - name: DB_PASSWORD\n   value: %SHORT%',
  '<add key="ApiKey" value="%SHORT%"/>',
  "'password' => '%SHORT%',",
  'password: str = "%SHORT%"',
  'String password = "%SHORT%";',
  'private static final String API_KEY = "%SHORT%";',
  'let secretKey: &str = "%SHORT%";',
  "self.token = '%SHORT%'",
  'config.set("password", "%SHORT%")',
  '**Password:** %SHORT%',
  '- Password: `%SHORT%`',
  'my password is "%SHORT%"',
  'the password for the admin user is %SHORT%',
  "ALTER USER u WITH PASSWORD '%SHORT%';",
  'requirepass %SHORT%',
  'npm config set //registry.npmjs.org/:_authToken %SHORT%',
  'git config --global github.token %SHORT%',
  'client_secret: "%SHORT%"',
  'AccountKey=%SHORT%==;EndpointSuffix=x',
  'password := "%SHORT%"',
  'set PASSWORD=%SHORT%',
  'setx API_KEY %SHORT%',
  'java -Ddb.password=%SHORT% -jar x',
  'keytool -storepass %SHORT%',
  "PIN 4711, password '%SHORT%'",
  'set the password to %SHORT%',
  '{"name":"DB_PASSWORD","value":"%SHORT%"}',
  'TOKEN ?= %SHORT%',
  '[default]\naws_session_token = %SHORT%',
  'password: "two %SHORT% words"',
  'Authorization: Digest username="x", response="%SHORT%"',
  'https://%LONG%:x-oauth-basic@github.com/o/r',
  'private_key: %SHORT%',
  '"private-key": "%SHORT%"',
  'auth_token = "%SHORT%"',
  'access token: %SHORT%',
  'DB_PASSWORD_PROD=%SHORT%',
  'passphrase: "%SHORT% horse"',
  'PGPASSWORD=%SHORT% psql',
  'password=%SHORT%',
  'my password is %WORD%',
  'password: %WORD%',
  'secret: %WORD%',
  'Admin password: %WORD%',
  'password = %WORD%',
  'password=%WORD%',
  '--password %WORD%',
]

/** Code, test output, settings and prose that name secrets and hold none. */
const ORDINARY_LINES: readonly string[] = [
  'password: string',
  'token: Token',
  'const password = getPassword()',
  'password = process.env.X',
  '"token": true',
  'tokens = 1200',
  'max_tokens: 4096',
  'auth = require("auth")',
  'secret: boolean',
  'The token is valid.',
  'password is required',
  'pass: 12, fail: 0',
  '# pass 3',
  '# fail 0',
  'pass = 5',
  'The Set-Cookie header and Cookie: header are parsed.',
  'author: X1y2z3',
  'tokenizer = Tokenizer2()',
  'password=$PASSWORD',
  'password = %{TOKEN}',
  'password: ***',
  'password: <password>',
  'password: "<password>"',
  'Tests:       12 passed, 12 total',
  ' ✓ src/token.test.ts (12 tests) 34ms',
  'ok 1 - token: rejects bad input',
  'FAIL src/auth/password.test.ts > password > is hashed',
  '    at Object.<anonymous> (src/secret.ts:12:5)',
  'PASS src/auth/token2.test.ts',
  'const { password } = req.body',
  'if (password === user.password) {',
  '  password: z.string().min(8),',
  '  token: jwt.sign(payload, key),',
  '  private readonly token: string,',
  '  password: Option<String>,',
  '  secret: &str,',
  '  token: u64;',
  '  password VARCHAR(255) NOT NULL,',
  'function login(user: string, password: string): Promise<Token> {',
  'def login(user, password=None, token: str = ""):',
  'auth: basic',
  'auth: { user, pass },',
  "credentials: 'include'",
  'credentials: "same-origin"',
  'secrets: inherit',
  'token: %{{ secrets.GITHUB_TOKEN }}',
  'api_key: os.environ["API_KEY"]',
  'apiKey: process.env.OPENAI_API_KEY,',
  '"passwordPolicy": "strict12"',
  '"tokenType": "Bearer12"',
  'next_token = "abc123def456"',
  'The password is checked; the secret stays; a token is a word.',
  'password: required',
  'Password: required, at least 8 characters',
  '"password": "Password is required"',
  '"password": "Must be at least 8 characters"',
  'label: "Password"',
  'type: "password"',
  '"password": "Passwort"',
  "password: 'Mot de passe',",
  'Enter your password: ',
  'Forgot password? Click here',
  'key: value1',
  'primary_key = id1',
  'sort key: name1',
  'public_key = abc123',
  'token: identifier',
  'token = next()',
  'let token = lexer.next1();',
  'token.kind = "ident1"',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:MySecret-a1b2',
  'password.ts:12:5 - error TS2322',
  'src/secret.ts:3: warning',
  'Keyboard: qwerty2',
  'monkey: banana1',
  'turkey = sandwich1',
  'const tokens = text.split(" ")',
  'token count: 1200',
  'input_tokens: 1234, output_tokens: 55',
  '"usage": {"input_tokens": 1200, "total_tokens": "1300x"}',
  '(token) => token.value1',
  'tokens.map(token => token.text)',
  'password reset: done2',
  'auth/login: 200ms',
  'passthrough = true1',
  'bypass: yes1',
  'compass: north1',
  'pwd',
  'pwd=/home/user/x1',
  '"pwd": "/home/user/x1"',
  'cd "$PWD" && pwd',
  'mysql -u root -p shop',
  'docker run -p 8080:80 image',
  'ssh -p 22 host',
  'redis-cli -h host ping',
  'redis-cli -a "$REDIS_PASSWORD" ping',
  'mysql -p"$PW" db',
  'mkdir -p src/a1',
  'npm login',
  'docker login --password-stdin',
  'echo "$TOKEN" | docker login --password-stdin',
  'git remote add origin https://github.com/o/r.git',
  'git clone git@github.com:o/r.git',
  'https://user@host/path',
  'Authorization: Bearer $TOKEN',
  'Authorization: required',
  'headers: { Authorization: `Bearer %{token}` }',
  'Cookie: $COOKIE',
  'res.cookie("session", value)',
  "The test 'token 1' passed",
  'expect(token).toBe("abc")',
  "error: 'password' is assigned a value but never used",
  "'token' is defined but never used  no-unused-vars",
  "Unexpected token 'export'",
  "SyntaxError: Unexpected token '}' at 1:2",
  'Unexpected token < in JSON at position 0',
  'Invalid token: }',
  "error: unexpected token: 'else1'",
  'password hash: sha256',
  'const SECRET_KEY_LENGTH = 32',
  'AUTH_MODE=ldap2',
  'AUTH_PROVIDER=auth0',
  'PASSWORD_HASHER=argon2id',
  'SECRETS_MANAGER_REGION=us-east-1',
  'TOKEN_KIND="abc12"',
  'token_type=bearer',
  'grant_type=password&username=x',
  'password = hashPassword(raw)',
  'password = raw;',
  'const password = input;',
  'password := r.FormValue("password")',
  '@Input() password: string',
  'val password: String',
  'var token: String?',
  '  token?: string',
  'token!: string',
  'type Props = { password: string; onChange: () => void }',
  'secret: SecretStr',
  'password: SecretStr = Field(...)',
  'class Token2: pass',
  'for token in tokens: yield token1',
  'except: pass',
  'if x: pass',
  'pass: bool = True',
  'def test_pass(self): pass',
  'tests_pass: 3 of 4',
  '"pass": 12,',
  '"pass": "12 of 13"',
  'result: pass',
  'status=pass',
  'PASS: 12',
  'pass 12',
  'key = "abc123"',
  'cache key: user:12',
  'SSH key fingerprint: SHA256:abc',
  'access key id: none',
  'license: MIT',
  'auth: OAuth2',
  'Auth: ok',
  'auth.ts',
  'auth = new Auth2()',
  'authentication: oauth2',
  'unauthorized: 401',
  'author = "Jane2"',
  'authors: ["a1"]',
].map((line) => line.replace('%{', () => ['$', '{'].join('')))

describe('a secret beside its name', () => {
  it.each(SECRET_LINES)('is removed from %j, alone and from a stream', (line) => {
    const text = filled(line)
    expect(mayHoldSecret(text)).toBe(true)
    expect(leaks(redactText(text).text)).toBe(false)
    expect(streamed(text)).toBe(redactText(text).text)
  })

  it('is removed from every line of a longer text', () => {
    const text = SECRET_LINES.map(filled).join('\n')
    expect(redactText(text).text.split('\n').filter(leaks)).toEqual([])
  })

  it('leaves the name and the rest of the line readable', () => {
    expect(redactText(filled('helm upgrade x --set db.password=%SHORT% --wait')).text).toBe(
      'helm upgrade x --set db.password=[redacted:assignment] --wait',
    )
    expect(redactText(filled('<password>%SHORT%</password>')).text).toBe('<password>[redacted:assignment]</password>')
    expect(redactText(filled('Set-Cookie: sid=%SHORT%; Path=/; HttpOnly')).text).toBe(
      'Set-Cookie: sid=[redacted:header]; Path=/; HttpOnly',
    )
  })
})

describe('ordinary text that names secrets', () => {
  it.each(ORDINARY_LINES)('keeps %j', (line) => {
    expect(redactText(line)).toEqual({ text: line, redacted: null })
  })

  it('keeps the output of test runners', () => {
    const text =
      '# tests 3\n# pass 3\n# fail 0\nPASS src/token.test.ts\n  ✓ password: is hashed (12 ms)\nTests: 3 passed'
    expect(redactText(text)).toEqual({ text, redacted: null })
  })
})

describe('any name, link and value', () => {
  const name = fc.constantFrom(
    ...[
      'password',
      'db_password',
      'dbPassword',
      'DB_PASSWORD',
      'db.password',
      'client-secret',
      'clientSecret',
      'API_KEY',
    ],
    ...['apiKey', 'x-api-key', 'accessToken', 'auth_token', 'GITHUB_TOKEN', 'passphrase', 'private_key', 'api key'],
  )
  const link = fc.constantFrom(
    '=',
    ' = ',
    ': ',
    ' : ',
    ':',
    ' is ',
    ' := ',
    '="',
    ": '",
    ' = "',
    '": "',
    '"] = "',
    '" => "',
  )
  const value = fc
    .array(fc.constantFrom(...'abcdefXYZ!@#%^*+~-_23456789'), { minLength: 8, maxLength: 40 })
    .map((letters) => `q${letters.join('')}7z`)

  it('leave no secret behind', () => {
    fc.assert(
      fc.property(name, link, value, (a, b, c) => {
        expect(redactText(`${a}${b}${c}`).text).not.toContain(c)
        expect(redactText(`Use this:\n${a}${b}${c}\nThanks.`).text).not.toContain(c)
      }),
      { seed: seed(), numRuns: scaled(4000) },
    )
  })

  it('are redacted once: a second time changes nothing', () => {
    const part = fc.constantFrom(
      ...SECRET_LINES.map(filled),
      ...ORDINARY_LINES,
      ' ',
      '\n',
      '"',
      "'",
      ': ',
      '=',
      '[redacted:flag]',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const once = redactText(parts.join('')).text
        expect(redactText(once)).toEqual({ text: once, redacted: null })
      }),
      { seed: seed(), numRuns: scaled(1000) },
    )
  })
})

describe('hostile names', () => {
  it.each([
    'token: ',
    'password: "',
    'token =',
    ' -p',
    'mysql -p ',
    '-pass ',
    'senha:',
    'login x password ',
    '"token","',
  ])('end, when %j repeats', (part) => {
    expect(() => redactText(part.repeat(scaled(1 << 18) / part.length))).not.toThrow()
  })
})
