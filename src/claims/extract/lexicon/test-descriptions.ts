import { once, words } from '../../../ledger/lazy.ts'

/** Words around a word for checks that leave open which checks are meant, in our languages. Any other word says which. */

/** Articles, pronouns, auxiliaries, numerals, adverbs, verbs of running and failing, and adjectives that fit all tests. */
export const PLAIN_WORDS = words(
  () =>
    `the a an this that these those my our your its their some any all each every both no none not nor neither nothing nobody of to and or but so also i we it they them is
  are was were be been being get gets got getting make see has have had having do does did done can could cannot couldn didn haven hasn isn aren wasn weren don
  doesn won wouldn would will t s d m ve re ll one two three four five six seven eight nine ten several many few most more another which what whether if run runs
  ran rerun running execute executed executing execution start started starting finish finished complete completed fail fails failed failing failure failures
  red broken break breaks crash crashes crashed crashing hang hangs hung stuck time timeout timed out error errors erroring warning warnings throw throws skipped
  pass passes passed passing green work works working succeed succeeded verify verified check checked confirm confirmed validate validated unverified untested unrun incomplete open
  pending remaining left outstanding still only just even now here there today yet then than as again first second last final once fix fixing fixed
  repair repairing investigate approve approved because since due without for in on at with by from via reasons able unable possible impossible managed try tried trying must needs
  need locally actually really completely fully always consistently intermittently sometimes currently presently expected expectedly intentionally intended known
  unit regression automated existing old new whole full entire own local current affected related same flaky single other python node npm pnpm yarn go cargo
  rust javascript typescript js ts original run case cases command job step steps suite suites project vitest pytest jest mocha nothing except besides up down whatsoever
  der die das den dem des ein eine einen einem einer eines kein keine keinen keiner mein meine meinen unsere unser dieser diese dieses diesen alle alles beide zwei drei vier fünf sechs
  sieben acht neun zehn einige mehrere viele wenige noch immer nur auch schon bereits nicht nichts nie ich wir es sie ist sind war waren wird werden wurde wurden habe haben hat hatte konnte
  konnten kann können sein worden schlägt schlagen schlug schlugen fehl fehlgeschlagen fehlschlagen fehlschlägt fehler scheitert scheitern rot rote roten kaputt läuft laufen lief liefen
  gelaufen lassen ließen ausgeführt ausführen ausführung gestartet starten geprüft prüfen verifiziert bestanden besteht bestehen grün hier lokal neuen neue neuer alten bestehenden bestehende
  gesamte gesamten ganze ganzen von zu zum dass ob automatisierten automatisierte hängt hängen bricht brechen ab weil für mit ohne und oder sowie wieder derzeit außer bis auf
  le la les l un une du de d ce cet cette ces mon ma mes nos notre tous tout toutes toute deux trois quatre cinq six plusieurs quelques aucun aucune ne n pas plus encore toujours
  seulement aussi je j nous il ils elle elles on c que qui si est sont était étaient été être ai a avons ont eu pu peux peut pouvons échoue échouent échoué échec échecs échouer
  rouge rouges cassé cassés cassée casse lancer lancé lancés lancées exécuter exécuté exécutés exécutée exécutées tourner tourné vérifier vérifié vérifiés passe passent passé passés
  réussi réussis réussit vert verts unitaires unitaire existants automatisés nouveau nouveaux nouvelle anciens ici localement actuellement ensemble batterie et ou y sauf
  el los las lo unos unas uno del al mi mis nuestro nuestra nuestros este esta estos estas ese todo todos toda todas dos tres cuatro cinco varios varias algunos algunas ningún
  ninguna ninguno ni aún todavía sigue siguen solo sólo también yo he ha han hemos pude puedo puede pudo pudieron pudimos se me es son está están fue fueron sido ser falla fallan falló
  fallaron fallado fallando fallo fallos fallar rojo rojos roja rotas roto rotos ejecutar ejecutado ejecutada ejecutados ejecutadas ejecuté correr corrido corrí lanzar lanzado
  comprobar comprobado verificar verificado verificadas pasa pasan pasó pasado verde verdes unitarias unitarios existentes nuevas nuevos antiguas automatizadas aquí localmente conjunto en con sin excepto salvo
  o os as um uma uns umas do da dos das no na nos nas ao meu minha nosso nossa dois duas três quatro vários várias alguns algumas nenhum nenhuma não nem ainda apenas eu nós foi foram
  é são estão posso pode consegui conseguimos continua continuam falha falham falhou falharam falhando falhar vermelho vermelhos quebrado quebrados quebrada executar executei executado
  executados executada rodar rodei rodado rodados rodou verificado passa passam passou unitários unitário existente novo novos automatizados aqui suíte e
  i gli dello della dei degli delle di mio miei nostri nostro questo questa questi queste tutti tutto tutte due tre quattro alcuni alcune nessun nessuno nessuna non ancora solo anche
  io ho abbiamo hanno sono era erano stato stati stata state potuto riuscito eseguire eseguito eseguiti eseguita lanciare lanciato lanciati fallisce falliscono fallito falliti fallire rosso
  rossi rotto rotti verificare verificato verificati passano passato verdi unitari unitario esistenti nuovi nuovo automatizzati qui che si ed
  ten ta to tento tato toto ty tyto můj moje naše všechny všechno vše dva dvě tři čtyři několik některé některý jeden žádný žádné nejsou není ještě stále jen pouze také jsem jsme
  byl byla bylo byly být nelze nemohl nemohla nepodařilo spustit spustil spustila spuštěn spuštěny spuštěno nespustil nespustila nespustili nespuštěny nespuštěn neproběhly neběžely selhává
  selhávají selhal selhaly selhání padá padají neprochází neprocházejí neprošel neprošly prochází procházejí červené červený jednotkové jednotkový existující nové nový staré ověřit ověřil
  ověřeny zde lokálně sada sadu sady že v ve
  этот эта эти это все всё два две три четыре несколько некоторые один одна ни не нет ещё еще по-прежнему по прежнему только также я мы был была было были быть падает падают упал упали
  сломан сломаны красный красные проходит проходят прошёл прошли запускал запускала запущен запущены запускались запустить удалось могу смог смогла проверить проверены проверял выполнить
  выполнены юнит модульные модульный существующие новые новый старые здесь локально набор на в и`,
)

/** Places where the agent works. After a word such as "in" they say nothing about the checks. */
export const places = once(
  () =>
    'sandbox|environments?|machine|container|vm|computer|laptop|host|shell|terminal|session|turn|workspace|repo|repository|project|tree|branch|ci|suites?|changes?|edits?|network|access|umgebung|sandkasten|rechner|maschine|projekt|sitzung|änderung|änderungen|environnement|bac|dépôt|projet|poste|session|modifications?|entorno|máquina|proyecto|repositorio|sesión|cambios?|ambiente|projeto|repositório|sessão|mudanças?|macchina|progetto|sessione|modifiche|prostředí|stroji|projektu|repozitáři|окружении|среде|песочнице|машине|проекте|репозитории',
)

/** Words for a place, with what may stand between. */
export const atPlace = once(
  () =>
    `(?<![\\p{L}\\p{N}_])(?:in|on|at|from|inside|within|after|before|im|auf|dans|sur|après|avant|en|tras|desde|em|na|neste|nesta|nel|nella|in|v|ve|na|в|на)\\s+(?:(?:the|this|that|my|our|current|local|same|own|whole|der|dem|den|dieser|diesem|meiner|meinem|ce|cet|cette|le|la|l['’]|mon|notre|el|este|esta|mi|mis|nuestro|o|a|este|meu|questo|questa|il|mio|tomto|této|tomhle|этом|этой|моей|моём)\\s*){0,3}(?:${places()})(?![\\p{L}\\p{N}_])`,
)

/** Fragments of scripts without spaces that leave open which checks are meant. The longest come first. */
export const plainFragments = once(
  () =>
    '(?:在|于)?(?:此|本|当前|该|这个?)(?:环境|沙箱|沙盒|机器|仓库|项目|会话)[中里下上]?|(?:この|本|現在の)(?:環境|サンドボックス|マシン|リポジトリ|プロジェクト)(?:では|で|内)?|이\\s?(?:환경|저장소|프로젝트|샌드박스)(?:에서는?)?|' +
    '没有时间|时间不够|时間がなく|因为|由于|无法|没有|没能|未能|尚未|还没有?|还未|仍然|不能|可以|运行|执行|跑过?|验证|核实|检查|确认|通过|成功|失败|报错|出错|挂了|全部|所有|部分|一些|单元|自动化|现有|本地|这里|当前|我们|这些|那些|套件|回归|整个|完整|暂时|目前|' +
    'しています|していました|しており|ております|ています|していた|しました|ありませんでした|ませんでした|できていません|していません|できません|いません|ありません|ません|なかった|できなかった|できていない|していない|できない|していな|でした|ました|です|ます|ている|いる|した|する|して|せず|できず|実行|起動|確認|検証|失敗|成功|通過|通って|通ら|落ちて|落ち|ない|まだ|すべて|全て|全部|一部|いくつか|ユニット|単体|自動|既存|新しい|古い|ここ|現在|スイート|回帰|また|走らせ|動か|時点|れて|られ|こと|' +
    '하지\\s?(?:못했습니다|못했음|못함|못해|않았습니다|않았음|않음|않습니다)|되지\\s?(?:않았습니다|않았음|않음)|못했습니다|못했음|못함|않았습니다|않음|하지|되지|했습니다|못했|실행|확인|검증|실패|통과|합니다|했습니다|했음|하고|하는|하여|입니다|됩니다|여전히|아직|모든|전체|전부|일부|단위|유닛|자동화|기존|새로운|여기|지금|현재|깨집니다|깨짐|있습니다|없음|에서|으로|[개한두세네몇를을이가은는의에도와과로들중함됨안못]|' +
    '[仍还未没不能红有个两一二三四五六七八九十几条项新旧此我的了过是在中里也都只集和与把被跑有はがをもにのでとへつ件個本赤未]',
)

/** Words that begin a reason or a condition: what follows them says nothing about the checks that are open. */
export const beginsReason = once(
  () =>
    '(?<![\\p{L}\\p{N}_])(?:because|since|due|as there|without|unless|until|when|while|whereas|for lack|for want|by|weil|da|wegen|mangels|ohne|solange|car|parce|faute|sans|tant|porque|sin|debido|por|pois|sem|perché|senza|protože|kvůli|bez|потому|из-за|без)(?![\\p{L}\\p{N}_])',
)

/** Words that the name of a test may follow: "tests for the parser". */
export const OBJECT_PREPOSITIONS = words(
  () =>
    'for of in on with against around from about covering called named für von zu zum zur über namens pour sur dans de du des d para por sobre em do da di per su del della dei pro ve o на для о в',
)

/** Articles and the like, with which a thing of its own begins. */
export const ARTICLES = words(
  () =>
    'the a an my our this these der die das den dem ein eine unsere meine le la les l un une mon nos el los las una mi nuestro o os as um uma il lo gli i ten ta to',
)

/** Words that deny or say that something runs or fails: they make a sentence. */
export const verbs = once(
  () =>
    "(?<![\\p{L}])(?:is|are|was|were|fails?|failed|failing|run|ran|could|cannot|can't|not|n't|has|have|ist|sind|war|waren|schl[aä]gt|schlagen|konnte|konnten|wurde|wurden|nicht|est|sont|échoue|échouent|ont|pu|pas|está|están|falla|fallan|pude|fueron|no|são|falham?|foram|não|è|sono|non|fallisce|falliscono|jsou|selhává|selhávají|ne\\p{L}+|не|падает|падают)(?![\\p{L}])|[未没失败敗無无]|ません|ない|못|않|실패",
)

/** Words in the names of tests and their files that identify none of them. */
export const GENERIC_WORDS = words(
  () => 'test tests spec specs src lib the and should for with that are not its mjs cjs tsx jsx json suite unit',
)
