import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Gate, gate } from '../helpers/gate.ts'

/** Claims about deployments are checked on the remote systems that a person named. */

const PUSHED = 'Pushed to origin/main.'
const LIVE = 'It is deployed to production.'

async function withRemote(): Promise<Gate> {
  const on = await gate({ policy: null, files: { 'a.txt': 'a\n', '.gitignore': '.bailiff\n.claude\n' } })
  const remote = join(on.root, 'remote.git')
  on.git('init', '-q', '--bare', '-b', 'main', remote)
  on.git('remote', 'add', 'origin', remote)
  on.git('push', '-q', 'origin', 'main')
  await on.approve(
    `version: 1\nvalidators: { pushed: { kind: git_pushed, url: ${JSON.stringify(remote)} } }\nbindings: { shipped: pushed }\n`,
  )
  return on
}

const commit = async (on: Gate, text: string): Promise<void> => {
  await on.edit({ 'a.txt': text })
  on.git('commit', '-qam', text)
}

describe('a claim to have pushed', () => {
  it('is earned if the remote of the policy has the commit, but not after the next commit', async () => {
    const on = await withRemote()
    expect(await on.stop(PUSHED)).toMatchObject({ decision: undefined, verdict: 'earned' })
    await commit(on, 'b\n')
    expect(await on.stop(PUSHED)).toMatchObject({ decision: 'block', findings: ['shipped FAILED'] })
    on.git('push', '-q', 'origin', 'main')
    expect(await on.stop(PUSHED)).toMatchObject({ decision: undefined, verdict: 'earned' })
    // The same content in another commit was not pushed.
    on.git('commit', '-q', '--amend', '-m', 'c')
    expect(await on.stop(PUSHED)).toMatchObject({ decision: 'block', findings: ['shipped FAILED'] })
  })

  it('is not earned by a remote that was repointed', async () => {
    const on = await withRemote()
    const other = join(on.root, 'other.git')
    on.git('init', '-q', '--bare', '-b', 'main', other)
    await commit(on, 'b\n')
    await on.shell(`git remote set-url origin ${other} && git push -q origin main`)
    expect(await on.stop(PUSHED)).toMatchObject({ decision: 'block', findings: ['shipped FAILED'] })
    await on.shell(`git remote set-url origin ../remote.git && git config url.${other}.insteadOf ${on.root}/remote.git`)
    expect(await on.stop(PUSHED)).toMatchObject({ decision: 'block', findings: ['shipped FAILED'] })
  })
})

/** A server that anyone can start. */
async function serve(): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => response.writeHead(200).end('ok'))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

describe('a claim to be live', () => {
  it("is not earned by the agent's own server if the policy names another host", async () => {
    const { url } = await serve()
    const policy =
      'version: 1\nvalidators: { live: { kind: http_2xx, hosts: [example.org] } }\nbindings: { shipped: live }\n'
    const on = await gate({ policy })
    const ask = (given: string) => {
      const args = JSON.stringify({ url: given })
      return on.bailiff(['validate', 'shipped', '--with', 'live', '--args', args, '--session', 's'])
    }
    expect(await ask(url)).toMatchObject({ exit: 3 })
    expect(await ask(`${url.replace('127', 'example.org@127')}`)).toMatchObject({ exit: 3 })
    const { decision, findings } = await on.stop(LIVE)
    expect({ decision, findings }).toEqual({ decision: 'block', findings: ['shipped REFUSED'] })
  })

  it('is earned by the address of the policy, as long as it answers', async () => {
    const { url, server } = await serve()
    const policy = `version: 1\nvalidators: { live: { kind: http_2xx, url: '${url}' } }\nbindings: { shipped: live }\n`
    const on = await gate({ policy })
    expect(await on.stop(LIVE)).toMatchObject({ decision: undefined, verdict: 'earned' })
    await new Promise((closed) => server.close(closed))
    await on.prompt('Is it still there?')
    expect(await on.stop(LIVE)).toMatchObject({ decision: 'block', findings: ['shipped FAILED'] })
  })
})
