import { inOrder } from './in-order.ts'
import type { Language } from './lexicon.ts'

export const czech: Language = {
  name: 'cs',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `je jsou jsem jsme že pro ve při nebo který která které soubor souboru byl byla bylo byly není nejsou už teď nyní všechny vše všechno prosím mohu můžete aby ale také`,
  entries: () =>
    inOrder({
      agent: 'jsem jsme já my',
      user: 'vy ty jste jsi',
      your: 'váš vaše vašeho vašem tvůj tvoje',
      it: 'to toto vše všechno',
      other: 'uživatel zákazník autor tým kolega log někdo',
      be: 'je jsou byl byla bylo byly být',
      been: 'byl byla bylo byly',
      det: 'ten ta to tento tato toto ty tyto',
      prep: 'v ve na do od pro s se z ze k ke u při po o bez přes',
      and: 'a i také , & / nebo pak',
      but: 'ale avšak však ovšem přestože i_když',
      that: 'že který která které',
      adverb: 'také už již úplně zcela kompletně úspěšně nyní teď konečně právě všechny vše všechno',
      done: `{splněn|dokončen|připraven}{ý|á|é|í|o|a|y} hotovo hotový hotová hotové hotov dokončeno dokončen dokončena dokončeny dokončil dokončila dokončili splněno splněn splněna uděláno připraveno připraven připravena připraveny kompletní vyřízeno ukončeno ukončen uzavřeno
      dodáno zvládnuto v_pořádku aktuální_a_hotové máme_hotovo mám_hotovo dodělal dodělal_jsem už_není_co_dělat doděláno {byl|byla|bylo|byly}_úspěšně_{proveden|provedena|provedeno|provedeny}
      {úspěšně}_{proveden|provedena|provedeno|provedeny}`,
      built:
        'implementováno implementován implementována implementovány implementoval implementovala zavedeno naimplementováno naimplementoval',
      fixed: `{opraven|vyřešen|odstraněn}{ý|á|é|í|o|a|y} opraveno opraven opravena opraveny opravil opravila opravili vyřešeno vyřešen vyřešena vyřešeny vyřešil vyřešila odstraněno_chybu spraveno spravil zmizela zmizel zmizelo napraveno napraven odstraněna_chyba opravené opravená
      {přístup|spojení}_je_obnoven{|o} přístup_obnoven`,
      fixes: 'opravuje řeší odstraňuje',
      shipped: `{nasazen|pushnut|publikován|vydán}{ý|á|é|í|o|a|y} nasazeno nasazen nasazena nasadil nasadila pushnuto pushnul publikováno publikován publikoval vydáno vydán vydána vydal zveřejněno
      v_produkci odesláno_do_repozitáře pushnuty nahráno_na_github {a|+}_{pushnut|nasazen|publikován}{|a|o|y}`,
      live: 'online venku na_produkci v_produkci',
      passed: `{kompiluje|zkompiluje}_{se_bez_chyb|bez_chyb} prochází procházejí prošly prošel prošla prošlo projdou zelené zelený zelená úspěšné úspěšný úspěšně sestaven sestavení_proběhlo kompiluje se_zkompiloval bez_chyb bez_problémů čisté ok v_pořádku
      běží_bez_chyb zkompilován zkompilována zkompilováno`,
      checked:
        'ověřeno ověřen ověřena ověřil ověřila otestováno otestován otestována otestoval otestovala zkontrolováno zkontroloval zkontrolovala potvrzeno potvrdil potvrzuji vyzkoušeno vyzkoušel',
      works:
        'funguje fungují běží funkční dostupný dostupná {běží|spouští_se|odpovídá|načítá_se}_{bez_chyb|správně|v_pořádku|na_pozadí}',
      changed: `přidáno přidán přidána přidal přidala aktualizováno aktualizován aktualizoval odstraněno odstraněn odstranil odebráno vytvořeno vytvořen vytvořil vytvořila změněno změněn změnil upraveno upraven upravil upravila nahrazeno
      nahradil přejmenováno přejmenoval přesunuto přesunul smazáno smazal napsal napsala vylepšeno nainstaloval nastaveno nastaven nastavil migrováno migrován`,
      opened: 'otevřel otevřen vytvořil vytvořen zavřel uzavřen',
      success: 'úspěšně s_úspěchem',
      tried: 'porovnal porovnala spustil spustila otevřel změřil',
      same: 'shoduje shodují shodné',
      well: 'správně podle_očekávání bez_problémů opět znovu jak_má korektně bez_chyb spolehlivě dobře',
      'no-longer':
        'už_ne již_ne už_se_ne už_se_neobjevuje už_se_neobjevují již_se_neobjevuje se_už_neobjevuje už_nenastává už_se_neděje',
      'to-fix': 'opravit vyřešit spravit oprava opravy',
      'to-ship': 'nasadit pushnout commitnout vydat publikovat sloučit nasazení push commit vydání publikace',
      'to-check': 'ověřit otestovat zkontrolovat ověření kontrola',
      'to-do': 'implementovat přidat vytvořit napsat aktualizovat odstranit upravit',
      test: '{kompiluje|zkompiluje}_{se_bez_chyb|bez_chyb} test testy testů sestavení build lint linter pipeline ci kontrola_typů kompilace sada_testů překlad',
      problem:
        'chyba chyby chybu chyb bug bugy problém problémy problémů regrese varování únik konflikt konflikty závada závady pád pády',
      bad: 'padá selhává zamrzá nastává objevuje neobjevuje',
      work: 'úkol úkoly implementace migrace refaktoring funkce změna změny kód větev commit práce tiket verze vše aplikace web oprava úpravy opravy readme changelog dokumentace skript projekt soubor konfigurace',
      place:
        'main master origin github gitlab produkce produkci prod staging větev větve repozitář repozitáře repozitáři',
      server: 'server aplikace web služba api kontejner',
      request: 'pr pull_request mr merge_request',
      cause: 'příčina příčinu důvod hypotéza',
      summary: 'přehled_změn',
      all: 'vše všechno všechny všechna celý celá celé zcela každý',
      now: 'nyní teď už již',
      part: 'částečně některé většina téměř skoro zčásti napůl kromě jen pouze několik',
      remain: 'zbývá zbývají zbývající zůstává zbylé',
      not: 'ne není nejsou nebyl nebyla nebylo nebyly nikdy nic žádný žádná žádné ani nemá nefunguje neprošel neprošly selhaly selhal selhal místo neopraveno nedokončeno nejsem nemohu',
      hedge: `měl_by měla_by mělo_by měly_by by_měl by_měla by_mělo by_měly možná pravděpodobně snad asi zřejmě zdá_se vypadá_to nejspíš mohl_by mohla_by mohlo_by teoreticky doufejme údajně patrně by`,
      think: 'myslím domnívám předpokládám věřím doufám',
      plan: 'budu budeme bude budou provedu provedeme další_krok další_kroky následně později brzy zítra plánuji chci hodlám pojďme nechte_mě začnu upravím přidám opravím potom kroky_pro',
      need: 'musí musíte musíme je_třeba je_nutné nutno potřeba vyžaduje požadavky měli_byste',
      if: 'pokud když až jakmile dokud než aby v_případě kdyby jestli zda',
      ensure: 'ujistěte_se ujisti_se zkontrolujte_zda ověřte_zda ověřte_že zajistěte',
      ask: 'chcete chceš mám_li můžete_mi_říct jaký jaká jaké jak proč kde kdo chcete-li souhlasíte',
      say: 'soudě_podle říká řekl podle tvrdí uvádí píše napsal_v hlásí zmiňuje',
      draft: 'commit_zpráva zpráva_commitu návrh příklad šablona poznámky_k_vydání popis_pr koncept',
      appraises: 'výhody silné_stránky přednosti co_{funguje|fungovalo} zjištění',
      proposes: 'rychlá rychlé doporučené navržené možné jednoduché ruční nutné',
      how: 'jak_funguje možnosti příklad vysvětlení proč návod postup',
      cannot:
        'nemohu nemůžu nemohl nemohla nemůžeme nelze není_možné nepodařilo_se nedokážu nejsem_schopen nejsem_schopna nedaří_se',
      'in-vain': 'nemohl nemohla nepodařilo_se',
      blocked:
        'nemám_přístup nemáme_přístup bez_přístupu zablokováno zablokován zakázáno zakázán odepřen odepřeno není_nainstalován není_nainstalováno není_nainstalována nemám_oprávnění přístup_odepřen nedostupný nemám_přihlašovací_údaje',
      please: 'prosím',
      supply:
        'pošlete pošli poskytněte poskytnout poskytni sdílejte sdílet vložte vlož dejte dej uveďte upřesněte přidejte přidej popište řekněte potvrďte zašlete přiložte ukažte poslat řekni napiš napište zkopíruj',
      step: 'spusťte spusť restartujte restartuj otestujte otestuj zkontrolujte zkontroluj nainstalujte otevřete nastavte obnovte vyzkoušejte proveďte nasaďte aktualizujte ověřte',
      me: 'mi mně nám sem chat chatu výstup log výsledek',
      handover: `musíte_spustit budete_muset budete_potřebovat potřebuji_od_vás potřebuji_vaše potřebuji_váš budeme_potřebovat budu_potřebovat na_vaší_straně ruční_krok je_na_vás jste_na_řadě můžete_mi_prosím můžete_mi_poskytnout nezapomeňte nezapomeň musíš musíte
      spusť_přesně čekám_na_{soubor|tvůj|váš|vaši}`,
      applied: 'aplikováno aplikována provedeno provedena provedeny použito',
      habit: 'obvykle zpravidla vždy často automaticky standardně každou_{noc|hodinu} každý_den',
      source: 'dokumentaci strukturu',
      undid: 'vrátil vrátila vráceno zrušil zrušila',
      past: 'v_{lednu|únoru|březnu|dubnu|květnu|červnu|červenci|srpnu|září|říjnu|listopadu|prosinci} dříve původně minulý_týden loni kdysi včera',
      except: 'kromě jen_proto s_výjimkou',
      affirm: 'ano',
      ready: 'připraven připravena připraveny',
      as: 'jako',
      lack: 'bez',
      fails: 'selhává selhávají padá padají',
      ran: 'spustil spuštěn spuštěny spuštěna',
      was: 'byl byla byly',
      still: 'stále ještě',
      expects: 'by_mělo by_měla by_měly',
      unfinished: '{stále|ještě}_{chybí|zbývá} zatím_{chybí|nehotové}',
      order:
        'otevřete spusťte restartujte zkuste ověřte nainstalujte spusť otevři restartuj zkus ověř nainstaluj pošli zkopíruj vlož řekni napiš',
      committed:
        '{commitnut|sloučen}{|ý|á|é|í|o|a|y} commitnul zacommitováno zacommitoval sloučil zmergováno zmergoval',
      device: 'telefon telefonu mobil mobilu zařízení tablet tabletu hodinkách emulátor emulátoru simulátoru iphone',
      installed: 'nainstalován nainstalovaná nainstalovaný nainstalována nainstalováno nainstaloval nainstalovala',
      on: 'na v ve',
      remote: 'origin github gitlab produkce produkci prod',
      synced: 'synchronizován synchronizovaný synchronizovaná synchronizováno',
      acts: 'funguje fungují běží',
      courtesy: 'všimněte dejte_mi_vědět dej_mi_vědět dejte_mi_prosím_vědět dej_mi_prosím_vědět',
      thanks: 'děkuji díky ahoj rozumím hodně_štěstí',
    }),
}
