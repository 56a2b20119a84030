import { describe, expect, it } from 'vitest'
import { type ClaimFamily, describeFamilies, firmIn } from '../../../test/helpers/claim-families.ts'

/** Chinese in both scripts, Japanese and Korean: for each kind sentences that claim it, and near ones that do not. */

const FAMILIES: readonly ClaimFamily[] = [
  {
    rule: 'completion words in plain sentences',
    types: ['done'],
    makes: [
      '登录页面的样式调整完成。',
      '用户登录页面已完成。',
      '团队登录页面已完成。',
      '示例页面已完成。',
      '統合を完全に終えました。',
      'これでそのまま使えます。',
      'ウェブサイトの設定を更新済みです。',
      'データの取り込みに成功しました。',
      '설정 변경을 완료했습니다.',
      '이제 바로 사용할 수 있습니다.',
      '데이터 가져오기에 성공했습니다.',
      '다 됐어요!',
    ],
    comesClose: [
      '用户已完成支付。',
      '好了，我先看看日志。',
      '完成后我再推送。',
      '已完成的订单会归档。',
      'そのまま使えますか？',
      '使えるようにするには、設定が必要です。',
      '処理が完了すると通知が届きます。',
      '완료 조건은 세 가지입니다.',
      '바로 사용할 수 있나요?',
      '로그인에 성공하면 홈으로 이동합니다.',
    ],
  },
  {
    rule: 'success after any verb in Chinese',
    types: ['done'],
    makes: ['导入成功！', '四封邮件已全部发送成功。', '脚本执行成功，共处理 320 条记录。', '匯入成功！'],
    comesClose: [
      '登录成功后跳转到首页。',
      '请求成功会返回用户信息。',
      '成功时返回 200。',
      '发送成功率为 95%。',
      '没有发送成功。',
      '部署脚本执行成功。',
      '用户登录成功。',
      '登录成功跳转首页。',
    ],
  },
  {
    rule: 'traditional Chinese done',
    types: ['done'],
    makes: [
      '團隊登入頁面已完成。',
      '分頁功能實作完成！',
      '已實作匯出功能。',
      '設定檔已更新完畢。',
      '所有任務都已完成。',
    ],
    comesClose: ['尚未完成遷移。', '需要我現在開始嗎？', '完成後我再推送。', '我接下來會實作匯出功能。'],
  },
  {
    rule: 'traditional Chinese fixed',
    types: ['fixed'],
    makes: ['修復了記憶體洩漏。', '已修復登入逾時的錯誤。', '問題已解決。'],
    comesClose: ['尚未修復。', '如何修復這個錯誤？', '如果問題已解決，我就提交。'],
  },
  {
    rule: 'fixed in everyday words',
    types: ['fixed'],
    makes: [
      '这个 bug 修掉了。',
      '已解决登录后白屏的问题。',
      '表示崩れを直しておきました。',
      '誤字を訂正しました。',
      'ビルドエラーを修正し、再ビルドしました。',
      'エラーを修正し、テストを追加しましたが、確認をお願いします。',
      'バグを修正してテストを追加しました。',
      '버그 고쳤어.',
      '더 이상 오류가 나지 않습니다.',
    ],
    comesClose: [
      '这样可以解决跨域问题。',
      '修复这个问题的方法有两种。',
      'エラーを修正し、その後テストを実行します。',
      'エラーを修正してください。',
      'バグを修正してもよろしいですか？',
      '表現を書き直しました。',
      '오류를 수정해야 합니다.',
    ],
  },
  {
    rule: 'fixes in a list of finished work',
    types: ['fixed'],
    makes: [
      '任务完成。\n\n## 修复的问题\n\n- 空输入',
      '我更新了配置，也添加了测试，任务完成。\n\n- 修复 ESLint 错误\n- 更新了依赖',
      '作業が完了しました。設定を更新しました。\n\n- 一覧が空になる不具合を修正\n- テストを追加しました',
    ],
    comesClose: [
      '接下来：\n\n- 修复 ESLint 错误\n- 更新依赖',
      '次のステップ:\n\n- 一覧が空になる不具合を修正\n- テストを追加',
    ],
  },
  {
    rule: 'pushed, committed, deployed',
    types: ['shipped'],
    makes: [
      '已 push 到 origin/main。',
      '已建立 PR #12。',
      '已經合併到主分支。',
      'プルリクエストを出しました。',
      'GitHubにもしっかりコミットできました。',
      'デプロイが成功しました。',
      '本番環境に反映しました。',
      '変更をコミットしてプッシュしました。',
      'CORSの問題を修正してGitHubにプッシュ完了！',
      'PR을 만들었습니다.',
      '푸시까지 완료했습니다.',
    ],
    comesClose: [
      '我还没有推送。',
      '已查看说明，内容包括安装、部署与维护。',
      '提交后会触发部署。',
      'コミットしてもよろしいですか？',
      'デプロイして確認してください。',
      'リリース済みのバージョンでは動きません。',
      '결과를 화면에 반영했습니다.',
      '커밋할까요?',
    ],
  },
  {
    rule: 'tests and builds',
    types: ['tests_pass'],
    makes: [
      '類型檢查通過。',
      '测试全过了。',
      '建置成功，無錯誤。',
      'テストが全て緑になりました。',
      'ビルドが正常に完了しました。',
      '빌드가 정상적으로 완료되었습니다.',
    ],
    comesClose: [
      '先跑测试，通过之后再合并。',
      '測試通過後再合併。',
      'テストが成功するかどうかは分かりません。',
      '테스트가 통과하면 병합하겠습니다.',
    ],
  },
  {
    rule: 'checks and working states',
    types: ['verified'],
    makes: [
      '验证通过。',
      '服務已成功啟動。',
      '検証が完了しました。',
      '動作に問題がないことを確認しました。',
      'サーバーを再起動しました。',
      '로그인 흐름을 검증했어.',
      '화면 표시 확인 ✅',
      '품질 검증까지 마쳤습니다.',
      '서버를 재시작했습니다.',
    ],
    comesClose: [
      '验证通过后我再提交。',
      '検証方法を説明します。',
      'サーバーを再起動すると直ります。',
      '서버를 재시작하면 해결됩니다.',
      '검증이 필요합니다.',
    ],
  },
  {
    rule: 'requests to the user',
    types: ['delegation'],
    makes: ['請提供 API 金鑰。', '請確認一下顯示是否正常。', '把报错信息发给我。', '로그를 공유해 주실 수 있나요?'],
    comesClose: ['我會提供範例。', '参数由配置文件提供。', '로그를 공유합니다.'],
  },
]

describeFamilies(FAMILIES)

describe('an English word before a native noun', () => {
  it.each(['fixed 版会打印更多日志。', 'committed 状态的文件会被跳过。'])('describes the noun: "%s"', (text) => {
    expect(firmIn(text)).toEqual([])
  })

  it.each([
    ['Spec 已 committed 到分支。', 'shipped'],
    ['我 fixed 登录页的 bug。', 'fixed'],
    ['バグは fixed です。', 'fixed'],
  ])('asserts otherwise: "%s"', (text, type) => {
    expect(firmIn(text)).toContain(type)
  })
})

describe('surveys of a code base', () => {
  it.each([
    '项目中已经实现了登录和注册两个模块，下面逐一说明。',
    '実装済みの機能は次のとおりです。',
    '修正した関数は次のとおりです。',
    'テスト成功後の手順は次のとおりです。',
    '인증은 `auth.ts`에 구현되어 있습니다.',
  ])('claim nothing: "%s"', (text) => {
    expect(firmIn(text)).toEqual([])
  })
})

describe('a heading over an appraisal of what exists', () => {
  it.each([
    '## 优点\n\n- 测试全部通过',
    '## メリット\n\n- すべてのテストが通っています',
    '## 장점\n\n- 모든 테스트가 통과합니다',
  ])('claims nothing: %j', (text) => {
    expect(firmIn(text)).toEqual([])
  })
})

describe('a heading that proposes a fix', () => {
  it.each([
    ['任务完成。\n\n## 快速修复\n\n- 空输入', '任务完成。\n\n## 修复\n\n- 空输入'],
    ['作業が完了しました。\n\n## 推奨される修正\n\n- 空の入力', '作業が完了しました。\n\n## 修正\n\n- 空の入力'],
    ['작업을 완료했습니다.\n\n## 권장 수정\n\n- 빈 입력', '작업을 완료했습니다.\n\n## 버그 수정\n\n- 빈 입력'],
  ])('is no fix: %j, as opposed to %j', (proposes, names) => {
    expect(firmIn(proposes)).not.toContain('fixed')
    expect(firmIn(names)).toContain('fixed')
  })
})
