import { once } from '../../../ledger/lazy.ts'
import { anyOf } from './patterns.ts'
import { places } from './test-descriptions.ts'

/** Words after a gap label by which a thing is said to be fine, to have failed once, to be excepted, or to be elsewhere. */

/** It works. */
export const well = once(
  () =>
    `${anyOf(
      `pass passes passed passing green fine ok okay works? working succeeds? succeeded successful fixed resolved solved good stable healthy unaffected clean correct
  durch bestanden besteht grün behoben funktioniert funktionieren klappt repariert erfolgreich
  passe passent réussi\\p{L}{0,3} verte?s? corrigée?s? fonctionnent? bon bonne
  pasa pasan pasó pasaron verdes? funcionan? corregid[oa]s? arreglad[oa]s? bien
  passam? passou passaram funcionam? corrigid[oa]s? bem
  passa passano verdi funzionano? risolt[oaie] corrett[oaie] bene
  prochází procházejí projde prošel prošly zelen[ýéáí] opraven\\p{L}{0,2} fungují? funguje
  проходит проходят прошёл прошли зел[её]н\\p{L}{0,3} исправлен\\p{L}{0,2} работает работают`,
    )}|通过|正常|绿|修复|没问题|成功|通って|通り|通る|通過|緑|修正済|問題な|통과|성공|정상|해결|[✅✔👍🟢]`,
)

/** Words before "passes" that take it back: "no test passes", "get it to pass", "fails to work". */
export const notWell = once(
  () =>
    `${anyOf(
      `not n['’]t no never cannot none nothing nor neither to get make makes should must until stops? stopped ceases? ceased instead once only
  nicht kein\\p{L}{0,3} nie nichts ne n['’]\\p{L}{1,20} pas aucune? jamais ningún ninguna ninguno nunca ni não nenhum nenhuma non nessun\\p{L}{0,1} mai žádn[ýéáí] не ни`,
    )}|n['’]t|[未没不无無]|못|않|안\\s`,
)

/** The same behind it, where a language negates last. */
export const notWellAfter = once(
  () =>
    `^\\s*(?:\\p{L}+\\s+){0,2}(?:nicht|kein\\p{L}{0,3}|nie|pas)(?![\\p{L}])|^[^，。、,]{0,8}(?:ません|ない|なかった|せず|못|않)`,
)

/** It does not fail. */
export const neverFails = once(
  () =>
    `(?:${anyOf(
      `not n['’]t never cannot stopped stops no\\slonger nicht\\s(?:mehr|länger) nie nicht ne n['’] jamais nunca ya\\sno no não já\\snão non\\s(?:più)? non mai už\\sne nikdy больше\\sне не`,
    )}|n['’]t|n['’])\\s*(?:(?!only|nur|why|how|what)\\p{L}+\\s+){0,2}(?:fail\\p{L}{0,4}|broken|red|rot|fehl\\p{L}{0,12}|kaputt|échou\\p{L}{0,4}|fall[aóe]\\p{L}{0,3}|falh\\p{L}{1,4}|fallisc\\p{L}{1,4}|падае?т?\\p{L}{0,2})(?![\\p{L}])|schl[aä]g\\p{L}{1,3}\\s+(?:nie|nicht)\\s|${anyOf('neselhává neselhávají nepadá nepadají')}|(?:不再|不会|没有|未)(?:失败|报错)|失敗し(?:な|ません|ていません|ていない)|실패하지`,
)

/** It failed once. */
export const past = once(() =>
  anyOf(
    `used\\sto formerly previously earlier once before(?!\\smy) originally früher zuvor vorher ursprünglich autrefois auparavant avant antes anteriormente antigamente prima dříve předtím раньше ранее`,
  ),
)
export const pastUnspaced = once(() => '之前|以前|曾|原来|이전에|예전')
/** Words that make it last: "red before and still is", "as before". */
export const lasts = once(
  () =>
    `${anyOf('still now again too also as already noch immer auch weiterhin encore toujours aussi déjà todavía sigue siguen aún también ya ainda também ancora anche stále také ещё также')}|仍|还|也|まだ|今も|여전히|아직`,
)

/** All of it but one thing. */
export const except = once(
  () =>
    `${anyOf(
      `except excepting besides bar apart aside other\\sthan excluding (?:all|every\\p{L}{0,5}|any\\p{L}{0,5}|tests?|checks?)\\sbut außer ausgenommen bis\\sauf abgesehen sauf hormis excepté excepto salvo menos exceto fuera eccetto tranne kromě vyjma кроме`,
    )}|除|以外|제외|빼고|말고`,
)
/** "Nothing except adds": only that. */
export const nothingBut = once(
  () =>
    `${anyOf(
      `nothing none no not nobody neither nichts kein\\p{L}{0,3} nur rien aucune? nada ningun[oa] ningún nenhum\\p{L}{0,1} niente nessun\\p{L}{0,1} nic žádn[ýéáí] ничего ни`,
    )}|没有|无|なし|ない|ありません|없`,
)

const other = once(
  () =>
    "another|others?|different|separate|sibling|sister|neighbou?ring|someone\\selse['’]?s?|external|unrelated|second|ander\\p{L}{1,3}|fremd\\p{L}{1,3}|autres?|différente?s?|otr[oa]s?|distint[oa]s?|outr[oa]s?|altr[oiae]|divers[oiae]|jin\\p{L}{1,3}|друг\\p{L}{1,3}|чуж\\p{L}{1,3}",
)
const elsewherePlaces = once(
  () =>
    `${places()}|repos|repositories|projects|packages?|modules?|folders?|director(?:y|ies)|workspaces|branches|forks?|codebase|apps?|services?|librar(?:y|ies)|team|repositor(?:y|ium)s?|ordner|paket|modul|zweig|dépôts|projets|paquet|dossier|branche|repositorios|proyectos|paquete|carpeta|rama|pacote|pasta|pacchetto|cartella|repozitář\\p{L}{0,2}|balíč\\p{L}{0,3}|репозитори\\p{L}{1,2}|проект\\p{L}{0,2}|пакет\\p{L}{0,2}`,
)

/** It is in another place. */
export const elsewhere = once(
  () =>
    `(?<![\\p{L}\\p{N}_])(?:${other()})\\s+(?:\\p{L}+\\s+){0,1}(?:${elsewherePlaces()})(?![\\p{L}\\p{N}_])|${anyOf('upstream downstream elsewhere anderswo woanders ailleurs jinde')}|(?:otro|en\\sotra|autre|outro|altrove|v\\sjiném|в\\sдругом)\\s+(?:lado|part|lugar|místě|месте)|(?:另一个?|其他|其它|别的|別の|他の|다른)\\s?(?:的\\s?)?(?:仓库|项目|模块|分支|包|环境|目录|リポジトリ|プロジェクト|パッケージ|ブランチ|モジュール|環境|저장소|레포|프로젝트|패키지|브랜치|모듈|환경)`,
)

/** A named place after a thing: "in the docs repo". */
export const namedPlace = once(
  () =>
    `^["'\`」』)\\]]*\\s+(?:in|of|from|on)\\s+(?:the|a|an|our|your|my|their)\\s+(?!this|local|current|same|whole|test|working|git|own|main)[\\p{L}\\p{N}_@/-]+\\s+(?:repo|repository|project|package|workspace|fork|branch)(?![\\p{L}])`,
)
