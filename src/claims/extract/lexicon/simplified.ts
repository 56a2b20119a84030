import { once } from '../../../ledger/lazy.ts'

/** The simplified characters of the Chinese words, each with its traditional form. */
const PAIRS = `个個 为為 么麼 产產 亲親 从從 仅僅 们們 会會 传傳 优優 关關 写寫 冲衝 决決 准準 凭憑 创創 别別 务務 动動 劳勞 单單 参參 发發 变變 启啟 团團 处處 备備 复復 实實 审審 对對 将將 应應
  库庫 开開 异異 归歸 当當 态態 总總 户戶 执執 报報 拟擬 择擇 换換 据據 数數 无無 时時 显顯 权權 来來 构構 样樣 档檔 毕畢 没沒 测測 满滿 烦煩 环環 现現 画畫 码碼 确確 称稱 稳穩 类類
  线線 终終 经經 结結 给給 络絡 绝絕 绪緒 续續 绿綠 编編 网網 联聯 补補 装裝 见見 觉覺 触觸 计計 认認 让讓 议議 记記 论論 设設 访訪 证證 诉訴 译譯 试試 话話 该該 语語 误誤 说說 请請
  调調 谁誰 谢謝 败敗 质質 贴貼 载載 轮輪 输輸 迁遷 过過 运運 还還 这這 进進 远遠 连連 选選 遗遺 里裡 错錯 间間 问問 队隊 阅閱 际際 随隨 静靜 页頁 项項 顺順 须須 预預 题題 马馬 验驗
  骤驟 并並 后後 划劃 志誌 余餘 仓倉 压壓 几幾 齐齊 导導 灯燈 与與 体體 击擊 刚剛 办辦 圆圓 块塊 声聲 头頭 帮幫 录錄 机機 检檢 点點 状狀 级級 详詳 适適 闪閃 馈饋 乱亂 资資 订訂 锁鎖
  于於 钥鑰 监監 听聽`

const simple = once(
  () => new Map(PAIRS.split(/\s+/).map(([simplified = '', traditional = '']) => [traditional, simplified])),
)

/** Returns the simplified form of a Chinese character; other text as it is. */
export const simplified = (text: string): string => simple().get(text) ?? text
